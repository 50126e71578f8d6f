# The texts of edokko in English: a message a line, its id before the equals sign.
# Ids are kebab-case and begin with the part of the project that shows them. Variables are written { $name }.
# Names of cards, fish, seasons, types and shops come from the components and arrive as variables.

## Lists, amounts and names

list-comma = { ", " }
list-events = { " · " }
list-and = { $first } and { $last }
list-or = { $first } or { $last }
list-plus = { " + " }
line-step = { " → " }

amount-mon = { $count } mon
amount-rice = { $count } rice
amount-sandals =
    { $count ->
        [one] { $count } sandal
       *[other] { $count } sandals
    }
amount-wood = { $count } wood
amount-koban = { $count } koban
amount-iki = { $count } IKI
amount-fire = { $count } firefighting
amount-more = +{ $amount }
amount-less = −{ $amount }

good-fish-cheap = { $name } (cheap)
good-fish-dear = { $name } (expensive)
good-pipe = { $season } pipe { $number }
good-pouch = { $season } pouch { $number }

token-hire-discount = hiring discount
token-extra-step = Move +1
token-fire-guard = fire guard
token-joker = joker

square = { $name } ({ $number })
square-none = the start area
seat-number = Seat { $number }
seat-alike = { $name } ({ $number })
seat-neutral = neutral
card-owned = { $seat }’s { $card }
card-neutral = the neutral { $card }
card-own = your { $card }
room-empty = no character
group-nagaya = nagaya { $nagaya }
group-corners = the corners

## What cards and goods do

card-trade = { $spend } → { $gain }
card-train = train a character
card-build = build
card-build-discount = build for { $discount } less
card-swap = swap two characters
card-opponents = opponents get { $gain }
card-token = retires with: { $token }
card-step = { " · " }
card-nothing = –
building-fed = { $amount } per character fed at season’s end
building-largest-type = { $amount } per character of your largest trade at season’s end
building-hire-bonus = { $amount } when you hire with a bonus
score-per = { $iki } per { $counted }
score-at-most = { $text } (at most { $iki })
per-mon = { $count ->
        [one] mon
       *[other] { $count } mon
    }
per-rice = { $count ->
        [one] rice
       *[other] { $count } rice
    }
per-sandals = { $count ->
        [one] sandal
       *[other] { $count } sandals
    }
per-wood = { $count ->
        [one] wood
       *[other] { $count } wood
    }
per-koban = { $count ->
        [one] koban
       *[other] { $count } koban
    }
per-iki = { $count ->
        [one] IKI
       *[other] { $count } IKI
    }
per-fire = { $count ->
        [one] firefighting
       *[other] { $count } firefighting
    }
per-types = { $count ->
        [one] trade
       *[other] { $count } trades
    }
per-largest-type = { $count ->
        [one] character of your largest trade
       *[other] { $count } characters of your largest trade
    }
per-fish-value = { $count ->
        [one] IKI of your fish
       *[other] { $count } IKI of your fish
    }

## Moves

move-with-details = { $move } — { $details }
move-start = Start with the { $card }
move-place = Stall { $room }
move-place-behind = Stall { $room }: { $shops }
move-ikizama = Boat { $slot }
move-income = Take your income
move-hire = Hire the { $card }
move-move = { $squares ->
        [one] Move 1 square
       *[other] Move { $squares } squares
    }
move-stay = Stay here
move-step = Take the extra step
move-shop-buy = Buy: { $goods }
move-shop-sandals = Buy sandals
move-shop-rice = Buy rice
move-shop-fire = Climb the fire tower
move-shop-pawn-rice = Pawn rice
move-shop-pawn-sandal = Pawn a sandal
move-shop-buy-rice = Buy rice from the builders
move-shop-koban = Change mon into koban
move-shop-two-koban = Change mon into two koban
move-shop-coins = Take small change
move-work = Deal with { $card } in { $room }
move-done = End your turn
move-train = Train { $card } in { $room }
move-build = Build the { $card }
move-swap = Move { $card } out of { $room }
move-with = Swap with { $card } in { $room }
move-guard = Spend a fire guard
move-burn = Let the character burn
move-starve = Let { $card } in { $room } go
move-neutral = Choose the { $card }
move-visit = Visit the { $square }

detail-mon-on-card = { $count ->
        [one] 1 mon on the card
       *[other] { $count } mon on the card
    }
detail-prices = { $price } ({ $dear })
detail-room-price = { $price } in { $rooms }
detail-room-extra = { $price } more in { $rooms }
detail-slot = to the { $shop }
detail-slot-only-moves = no income, no hiring, anywhere from the { $first } to the { $last }
detail-to = to the { $square }
detail-lap = crosses the lap line
detail-on-top = your marker goes on top
detail-token-gained = gains the token: { $token }
detail-token-spent = spends the token: { $token }
detail-characters = { $count } characters
detail-learns = { $count ->
        [one] { $cards } gains experience
       *[other] { $cards } gain experience
    }
detail-retires = { $card } retires
detail-it = it
detail-at-end = { $worth } at the end
detail-leaves = the { $card } leaves the game
detail-every-opponent = every opponent gets { $amount }
detail-opponent = { $seat } gets { $amount }
detail-asks-train = then choose whom to train
detail-asks-build = then choose a building
detail-asks-swap = then choose two characters
detail-then = then { $what }

## What a decision asks

ask-start = Which start character do you take?
ask-place = In which stall?
ask-place-card = In which stall do you put the { $card }?
ask-ikizama = Choose your boat: how far do you walk this month?
ask-income = Take your income, or hire a character?
ask-walk = boat { $slot } → { $squares }
ask-move = How far do you move?
ask-stay = The Ox Cart has retired on the way. One step more?
ask-shop = Deals: one with the shop, one with a character.
ask-train = Whom do you train?
ask-build = What do you build?
ask-swap = Who changes places?
ask-with = With whom?
ask-guard = Fire at { $room }: { $card }. Spend a fire guard?
ask-starve = { $count ->
        [one] Rice for { $fed } of { $mouths } characters: 1 leaves. Who?
       *[other] Rice for { $fed } of { $mouths } characters: { $count } leave. Who goes?
    }
ask-neutral = Which character of the row becomes neutral?
ask-visit = New Year: which square do you visit?

kind-start = a start character
kind-place = a stall
kind-ikizama = your boat
kind-income = your income
kind-hire = hiring
kind-move = how far you move
kind-stay = staying
kind-step = an extra step
kind-shop = a deal with the shop
kind-work = a deal with a character
kind-done = the end of your turn
kind-train = whom to train
kind-build = what to build
kind-swap = whom to swap
kind-with = with whom to swap
kind-guard = spending a fire guard
kind-burn = letting it burn
kind-starve = who leaves for lack of rice
kind-neutral = the neutral character
kind-visit = the square of New Year

## Why a move is not legal

refusal-game-over = The game is over.
refusal-chance = Not now: chance decides the next step.
refusal-not-now = First decide: { $asked }.
refusal-short = You are short of { $missing }.
refusal-no-free-kobun = You have no free kobun: all of them stand on cards.
refusal-no-free-room = There is no free stall.
refusal-room-not-on-board = There is no stall { $room } on this board.
refusal-room-occupied = Stall { $room } is occupied by { $card }.
refusal-not-an-outer-room = A start character goes to an outermost stall; { $room } is not one.
refusal-no-character-there-building = In stall { $room } stands the { $card }, a building.
refusal-no-character-there-empty = Stall { $room } is empty.
refusal-not-your-character = In stall { $room } is { $card }, not one of yours.
refusal-same-room = A swap needs two different stalls; { $room } is already the first.
refusal-start-card-taken = The { $card } is already taken.
refusal-start-card-taken-board = The { $card } is already taken: it is in stall { $room }.
refusal-start-card-taken-seat = { $seat } has already taken the { $card }.
refusal-not-in-row = The { $card } is not in the row.
refusal-not-in-row-board = The { $card } is not in the row: it is in stall { $room }.
refusal-not-in-row-seat = The { $card } is not in the row: it has retired with { $seat }.
refusal-not-on-offer = The { $card } is not on offer in this game.
refusal-not-on-offer-board = The { $card } is already built, in stall { $room }.
refusal-not-on-offer-seat = { $seat } has already built the { $card }.
refusal-slot-not-used = Boat { $slot } is not used in this game.
refusal-slot-closed = Boat { $slot } is closed this month.
refusal-slot-taken = Boat { $slot } is taken by { $seat }.
refusal-slot-only-moves = Boat { $slot } has neither income nor hiring.
refusal-too-few-squares = Your boat moves you at least { $limit ->
        [one] 1 square
       *[other] { $limit } squares
    }; sandals never shorten a move.
refusal-too-many-squares = You can move at most { $limit ->
        [one] 1 square
       *[other] { $limit } squares
    }; for this you are short of { $missing }.
refusal-option-not-in-edition = No shop of this edition offers that.
refusal-wrong-square = You can do that only at the { $squares }; you are not there.
refusal-shop-done = You have already made your deal with a shop this turn.
refusal-not-on-sale = Not on sale: { $good }.
refusal-not-on-sale-seat = Not on sale: { $good }, which { $seat } has bought.
refusal-fish-of-season-held = One fish a season, and you already have this one: { $good }.
refusal-room-not-here = You reach stall { $room } only from the { $squares }; you are not there.
refusal-work-done = You have already made your deal with a character this turn.
refusal-nobody-to-train = You have no character on the board to train.
refusal-needs-two-characters = A swap needs two characters on the board.
refusal-nothing-to-build = No building is left on offer.
refusal-nothing-to-build-nearest = There is no building that you can pay for. Nearest is the { $card }: you are short of { $missing }.

## What happened

event-act = { $act }: { $changes }
event-changes =
    { $who ->
        [you] You: { $changes } ({ $why })
       *[other] { $seat }: { $changes } ({ $why })
    }
event-gained-income =
    { $who ->
        [you] You take your income: { $changes }
       *[other] { $seat } takes the income: { $changes }
    }
event-gained-salary =
    { $who ->
        [you] Your salaries: { $changes }
       *[other] { $seat }’s salaries: { $changes }
    }
event-gained-shop =
    { $who ->
        [you] You deal with the { $option }: { $changes }
       *[other] { $seat } deals with the { $option }: { $changes }
    }
event-gained-work =
    { $who ->
        [you] You deal with the { $card }: { $changes }
       *[other] { $seat } deals with the { $card }: { $changes }
    }
event-gained-opponent =
    { $who ->
        [you] You gain from another player’s { $card }: { $changes }
       *[other] { $seat } gains from another player’s { $card }: { $changes }
    }
event-gained-building =
    { $who ->
        [you] You gain from the { $card }: { $changes }
       *[other] { $seat } gains from the { $card }: { $changes }
    }
event-fire-level = firefighting now { $level }
event-progress = { $card } { $xp }/{ $needed }
event-xp-gained =
    { $who ->
        [you] You gain experience: { $cards }
       *[other] { $seat } gains experience: { $cards }
    }
event-retired =
    { $who ->
        [you] Your { $card } retires from { $room }
       *[other] { $seat }’s { $card } retires from { $room }
    }
event-token-gained =
    { $who ->
        [you] You gain a token: { $token }
       *[other] { $seat } gains a token: { $token }
    }
event-token-spent =
    { $who ->
        [you] You spend a token: { $token }
       *[other] { $seat } spends a token: { $token }
    }
event-placed =
    { $who ->
        [you] You place the { $card } in { $room }
       *[other] { $seat } places the { $card } in { $room }
    }
event-placed-neutral = The { $card } moves into { $room } as a neutral
event-left-use =
    { $who ->
        [you] Your { $card } leaves { $room } and the game
        [neutral] The neutral { $card } leaves { $room } and the game
       *[other] { $seat }’s { $card } leaves { $room } and the game
    }
event-left-fire = The fire takes { $card } in { $room }
event-left-food = Not enough rice: { $card } in { $room } leaves the game
event-left-no-room = No stall is free: the { $card } leaves the game
event-row-cleared = Leaving the row: { $cards }
event-moved = { $who ->
        [you] You move
       *[other] { $seat } moves
    } { $squares ->
        [one] 1 square
       *[other] { $squares } squares
    } to the { $square }
event-visited =
    { $who ->
        [you] You visit the { $square }
       *[other] { $seat } visits the { $square }
    }
event-lapped =
    { $who ->
        [you] You cross the lap line
       *[other] { $seat } crosses the lap line
    }
event-swapped =
    { $who ->
        [you] You swap the stalls { $first } and { $second }; the { $card } is now in { $first }
       *[other] { $seat } swaps the stalls { $first } and { $second }; the { $card } is now in { $first }
    }
event-slot-taken =
    { $who ->
        [you] You take boat { $slot }
       *[other] { $seat } takes boat { $slot }
    }
event-slot-closed = Boat { $slot } is closed this month
event-card-taken-hired =
    { $who ->
        [you] You hire the { $card }
       *[other] { $seat } hires the { $card }
    }
event-card-taken-built =
    { $who ->
        [you] You build the { $card }
       *[other] { $seat } builds the { $card }
    }
event-card-taken-neutral = The { $card } is chosen as a neutral
event-good-bought =
    { $who ->
        [you] You buy { $good }
       *[other] { $seat } buys { $good }
    }
event-revealed-gathered = New in the row: { $cards }
event-offered-gathered = Buildings on offer: { $cards }
event-mon-gathered = 1 mon added to: { $cards }
event-fire-broke-out = Fire breaks out in nagaya { $nagaya }, strength { $strength }
event-fire-passed = The fire passes the empty stall { $room }
event-fire-put-out =
    { $who ->
        [you] You put out the fire at { $room }, strength { $strength }
       *[other] { $seat } puts out the fire at { $room }, strength { $strength }
    }
event-fire-died = The fire in nagaya { $nagaya } dies down
event-season-began = New goods on sale: { $season }
event-payday-began = Payday of month { $month }
event-harmony-scored =
    { $who ->
        [you] You score harmony in { $group } ({ $type } × { $count }): +{ $amount }
       *[other] { $seat } scores harmony in { $group } ({ $type } × { $count }): +{ $amount }
    }
event-fed-all = { $who ->
        [you] You feed all your characters
       *[other] { $seat } feeds all characters
    }: −{ $fed } rice
event-fed-some = { $who ->
        [you] You feed { $fed } of { $mouths }
       *[other] { $seat } feeds { $fed } of { $mouths }
    }: −{ $fed } rice
event-fed-none =
    { $who ->
        [you] You have no characters to feed
       *[other] { $seat } has no characters to feed
    }
event-month-began = Month { $month } begins
event-new-year-began = New Year
event-turn-began =
    { $who ->
        [you] Your turn, boat { $slot }
       *[other] { $seat }’s turn, boat { $slot }
    }
event-turn-began-new-year =
    { $who ->
        [you] Your New Year
       *[other] { $seat }’s New Year
    }
event-game-ended = The game is over

reason-slot = boat { $source }
reason-card-mon = from the { $source }’s card
reason-hire = for the { $source }
reason-surcharge = stall { $source }
reason-hire-bonus = hire bonus of the { $source }
reason-move = longer way
reason-build = for the { $source }
reason-good = { $source }
reason-harmony = harmony in { $source }
reason-food = food
reason-other = other

## The board

board-month = Month { $month } · { $season }
board-new-year = New Year
board-over = The game is over
board-chance = Chance decides
board-decides = { $seat } decides
board-way-of-life = Boats
board-fire-order = Firefighting order
board-closed = closed
board-neutral = neutral
board-surcharge = +{ $mon } mon
board-row = To hire
board-cost = cost
board-on-it = on it
board-bonus = bonus
board-type = trade
board-skill = deal
board-salary = salary
board-buildings = To build
board-on-sale = On sale
board-player = Player
board-mon = mon
board-rice = rice
board-sandals = sandals
board-wood = wood
board-koban = koban
board-iki = IKI
board-fire = fire
board-kobun = kobun
board-at = at
board-retired = retired:
board-tokens = tokens:
board-goods = bought:
board-card = card
board-ahead-payday = payday: month { $month }
board-ahead-fire = fire: month { $month }, strength { $strength }
warn-payday = { $count ->
        [one] Payday at the end of this month: your characters need { $needs } rice, you have { $has }. One of them leaves.
       *[other] Payday at the end of this month: your characters need { $needs } rice, you have { $has }. { $count } of them leave.
    }
warn-fire = Fire at the end of this month, strength { $strength }; your firefighting is { $fire }. In danger: { $cards }.
warn-card = { $card } ({ $room })

## Few columns: amounts as in 2mon, headings, deals

brief-mon = mon
brief-rice = rice
brief-sandals = sand
brief-wood = wood
brief-koban = kob
brief-iki = IKI
brief-fire = fire
brief-kobun = kobun
brief-food = eats
brief-fish = fish
brief-pipe = pipe
brief-pouch = pouch
brief-retired = ret
brief-train = train
brief-build = build
brief-swap = swap
brief-less = −{ $amount }
brief-others = others { $amount }
brief-token = then: { $token }
brief-slot-moves = no income or hire, { $first } to { $last }
brief-slot-squares = no income or hire, squares { $first } to { $last }

## The score sheet

score-track = IKI track
score-types = trades
score-fish = fish
score-pouches = pouches
score-buildings = buildings
score-koban = koban
score-wood = wood
score-mon = mon
score-total = total

## Advice

percent = { $number } %
advice-choice = choice
advice-share = share of search
advice-wins = wins
advice-final = final score
advice-player = player
advice-line = What is likely to follow:
advice-result = The game is over. This is its result.
advice-effort = { $simulations ->
        [one] 1 simulation
       *[other] { $simulations } simulations
    }
advice-effort-plain = { $simulations ->
        [one] 1 simulation
       *[other] { $simulations } simulations
    } on the plain engine, which searches less deeply than the native one

## The coach

coach-name = Coach
coach-wins = wins { $share } times in 100
coach-show = Show the best moves
coach-always = Always show them
coach-hide = Hide
coach-show-panel = Show
coach-thinking = Looking for the best moves …
coach-one = Nothing to choose here.
coach-others = Now the others play. The log says what they take.
coach-grade-strongest = strongest
coach-grade-good = good
coach-grade-fair = fair
coach-grade-risky = risky
coach-numbers = Numbers
coach-on-street = Show it on the street
coach-looks-back = Month { $month }, looking back
coach-went-well = { $count ->
        [one] Your good move:
       *[other] Your { $count } good moves:
    }
coach-next-time = Next time:
coach-show-me = Show me
coach-go-on = Go on
coach-on = Coach: explains each decision and shows the best moves
coach-first-start = Your first character earns you a salary at every payday.
coach-first-place = Characters of one trade in one nagaya earn IKI together at the payday.
coach-first-ikizama = Your boat says how far you walk this month, and the leftmost boat plays first.
coach-first-income = Characters bring salaries and IKI all year: hire one, or save money for a better one.
coach-first-move = Where you stop, you make deals; when you cross the lap line, all your characters learn.
coach-first-stay = One square further you may find a better deal.
coach-first-shop = Make one deal with the shop and one with a character here, who learns from it if another player owns it.
coach-first-train = Experience lifts a character to a better salary and, in the end, to retirement.
coach-first-build = A building scores at the end or helps on the way, and keeps a kobun for good.
coach-first-swap = Bring characters of one trade together: they earn IKI at the payday.
coach-first-with = The two characters change stalls, and so their neighbours.
coach-first-guard = A fire guard saves this card from the fire, once.
coach-first-starve = A character without rice leaves, so choose the one you need least.
coach-first-neutral = A neutral character has no owner, but counts as a neighbour of its trade.
coach-first-visit = Your last deals of the game: choose the square that brings you most IKI.
coach-reason-pays = Costs { $amount }.
coach-reason-gains = Now { $changes }.
coach-reason-token = Brings the token: { $token }.
coach-reason-learns = { $count ->
        [one] One of your characters learns.
       *[other] { $count } of your characters learn.
    }
coach-reason-retires = { $card } retires: a kobun is free again.
coach-reason-reaches = To: { $squares }.
coach-reason-chooses = You choose among { $count } squares.
coach-reason-salary = { $changes } each payday.
coach-reason-harmony = Neighbours of one trade: { $count } IKI each payday.
coach-reason-food = { $hungry ->
        [0] All characters eat at the payday.
        [one] One character goes hungry at the payday.
       *[other] { $hungry } characters go hungry at the payday.
    }
coach-reason-firefighting = The next fire spares your cards from stall { $stall } on.
coach-reason-overtakes = You choose your boat before { $seat }.
coach-reason-end = { $count } IKI more at the end: { $line }.
coach-reason-denies-card = { $seat } wanted this card: { $count } IKI less.
coach-reason-denies-building = { $seat } wanted this building: { $count } IKI less.
coach-reason-denies-room = { $seat } wanted this stall: { $count } IKI less.
coach-reason-denies-slot = { $seat } wanted this boat: { $count } IKI less.
coach-reason-expected = About { $count } IKI at the end.
coach-reason-leads = Then: { $move }.

## The command: help

version = edokko { $version }
help-edokko =
    Play the board game IKI in the browser or in the terminal, simulate it, and study recorded games. Without a
    command, edokko opens the table in the browser.

    IKI is a game of hiring, making deals and building on the main street of Edo, for 2 to 4
    players over thirteen months. The rules engine knows both editions. edokko is unofficial: it contains no
    artwork or text of the published game.
help-usage = Usage:
help-options = Options
help-commands = Commands
help-help = Show this message and exit.
help-version = Show the version and exit.
help-examples = Examples
help-example-play = A game against two computer players
help-example-hot-seat = Two people at one keyboard, one computer player
help-example-resume = Continue the game you left
help-example-hint = The best moves in the game you left
help-example-review = Where a game was won and lost
help-example-simulate = How computer players do in many games
help-example-arena = Which of two players is stronger
help-example-lab = Tables of many games, to answer questions about IKI
help-example-show = Read a recorded game, turn by turn
help-more = ‘edokko COMMAND --help’ shows more about a command.

help-language = The language: { $languages }. Default: EDOKKO_LANGUAGE, then the system’s settings.
help-components-option = An overlay: a TOML file with the numbers of your own copy. EDOKKO_COMPONENTS can name one too.
help-edition = Which rules: the second edition or the first.
help-players = The number of players; { $count } by default.
help-json = Print only JSON.

help-play-short = Play a game at this terminal.
help-play =
    Play a game at this terminal, alone against computer players or with several people at one keyboard.

    Choices are numbered; at every prompt ‘?’ lists what else you can type. The game is saved after every
    decision: ‘edokko play --resume’ always continues where you were.
help-play-seats =
    Who plays, from the first seat on, with commas: human, or a player: easy, medium, hard and master, from the weakest
    level on; random, greedy, planner, and mcts or champion with a budget, such as mcts:500ms or mcts:2000sims. A
    name may come first: Hana=human,master. Default: you against easy players, weak enough to beat in your first
    game.
help-play-seed = Fix all chance, so that the same rows and fires come again. By default chance comes from the system.
help-play-record = Where the record of the finished game goes. Until then the game is saved beside it, as FILE.partial.
help-play-resume = Continue the latest unfinished game that no other window plays, or the one in FILE.
help-play-hints = Let ‘h’ show the best moves, what they lead to, and what is likely to follow.
help-play-ask-forced = Also ask when there is only one choice. By default edokko plays it and reports it.
help-play-pause = How long to wait after a computer player’s turn.

## The command: what goes wrong

problem-interrupted = Stopped.
problem-system = System error: { $reason }.
problem-file = { $file }: { $reason }.
system-enoent = No such file or directory
system-eacces = Permission denied
system-eperm = Operation not permitted
system-eisdir = Is a directory
system-enotdir = Not a directory
system-eexist = File exists
system-enospc = No space left on device
system-erofs = Read-only file system
system-enametoolong = File name too long
system-eaddrinuse = Address already in use
system-eio = Input/output error
problem-command = There is no command { $command }; commands: { $known }.
problem-command-near = There is no command { $command }. Did you mean { $near }?
problem-option = There is no option { $option }; --help lists the options.
problem-option-near = There is no option { $option }. Did you mean { $near }?
problem-option-missing = The option { $option } is required.
problem-option-value = The option { $option } needs a value.
problem-option-flag = The option { $option } takes no value.
problem-argument-missing = { $argument } is missing; --help shows what the command expects.
problem-argument = { $argument } is one argument too many; --help shows what the command expects.
problem-file-empty = { $option }: expected the name of a file; this one is empty.
problem-file-dash = { $option } -: expected the name of a file; ‘-’ is standard input.
problem-file-in-use = Another edokko is writing { $file }; wait until it has ended, or choose another file.
problem-no-locks = { $file } is on a file system without locks: nothing stops a second window from writing it too. Use one window only.
problem-no-home = This account has no home folder to write to; name another place with { $ways }.
problem-extra = This needs { $package }, which is not installed. Install it with: pip install 'edokko[{ $extra }]'
problem-extra-server = The server needs packages that are not installed. Install them with: pip install 'edokko[{ $extra }]'. To play in the terminal: edokko play
standard-input = standard input
problem-no-input = Standard input is closed; give the name of a file, or leave standard input open.
problem-no-output = Standard output is closed; run the command in a terminal, or send its output to a file.
problem-play-input = Standard input is closed, and play reads your choices from it; run it in a terminal, or send the choices from a file.
problem-host = --host { $host }: this computer has no such address; give one of its own, such as 127.0.0.1, or 0.0.0.0 for all of them.
problem-number-range = { $option }: expected a number from { $low } to { $high }.
problem-number-any = { $option }: expected a number.
problem-whole-any = { $option }: expected a whole number.
problem-whole-from = { $option }: expected a whole number, { $low } or more.
problem-whole-range = { $option }: expected a whole number from { $low } to { $high }.
problem-choice = { $option }: expected one of { $known }.
problem-not-text = not UTF-8 text; save the file with the encoding UTF-8
problem-language = { $source } { $language } is not an available language; choose from { $languages }.
problem-seed = --seed { $seed } is not a seed: expected a whole number from 0 to { $most }, such as 7 or 0x1f2e.
problem-seats-players = --seats names { $seats ->
        [one] 1 seat
       *[other] { $seats } seats
    }, --players asks for { $players }; give one entry for each player.
problem-seats-empty = --seats is empty; name a player for each seat, such as human,greedy.
problem-seats-count = --seats names { $seats ->
        [one] 1 seat
       *[other] { $seats } seats
    }; IKI is for { $fewest } to { $most } players.
problem-player-unknown = { $option }: there is no player { $kind }; players: { $known }.
problem-player = { $option }: { $reason }.
problem-seats-resume = --seats names { $seats ->
        [one] 1 seat
       *[other] { $seats } seats
    }, the saved game is for { $players }; give one entry for each player.
problem-seat-name = The name { $name } holds half a character and cannot be written; give it as UTF-8 text.
problem-no-folder = { $file }: there is no folder { $folder }; create it first, or choose another place.
problem-record-exists = { $file } exists already; choose another name for the record, or move the file away.
problem-partial-exists = { $file } holds an unfinished game; continue it with ‘edokko play --resume { $file }’, or remove it.
problem-game-in-use = { $file } is being played in another window; continue there, or quit there first.
problem-resume-over = { $file }: this game is over; ‘edokko record show { $file }’ shows it.
problem-resume-option = { $option } cannot be used with --resume: the saved game already sets it.
problem-nothing-to-resume = There is no unfinished game to resume; ‘edokko play’ starts one.
problem-all-in-use = { $count ->
        [one] The only unfinished game is being played in another window: { $file }. Continue there; ‘edokko play’ starts a new game.
       *[other] All { $count } unfinished games are being played in other windows, the latest is { $file }. Continue there; ‘edokko play’ starts a new game.
    }
problem-saved-game = { $file } cannot be resumed: { $reason }
problem-saved-none = the file holds no game
problem-saved-several = the file holds { $count } games, and one is expected
problem-saved-seats = play.seats: expected a list of { $players } kinds of players
problem-saved-seed = play.seed: expected a hexadecimal number

## The command: play

name-you = Player
name-person = Player { $number }
play-welcome = IKI, edition { $edition }, { $players } players. Saved after every decision in { $file }
play-unfinished = { $count ->
        [one] An unfinished game is waiting: ‘edokko play --resume’ continues it ({ $file }).
       *[other] { $count } unfinished games are waiting: ‘edokko play --resume’ continues the latest ({ $file }).
    }
play-resumed = Continuing after { $moves ->
        [one] 1 decision
       *[other] { $moves } decisions
    }, from { $file }
play-your-turn = { $seat }, it is your decision.
play-prompt = Choice (? for help):
play-forced = Only one choice: { $move }.
play-near = “{ $typed }” is not one of the choices. Did you mean: { $near }?
play-not-understood = { $count ->
        [one] “{ $typed }” is not one of the choices. Type 1, or press Enter; ? lists what else you can type.
       *[other] “{ $typed }” is not one of the choices. Type a number from 1 to { $count }, or ? for what else you can type.
    }
play-help =
    Type the number of a choice, or its words as in a record (hire monk, move 3,
    done). Enter takes the only choice; if there are several, it shows them.

      row (r), offers (o)     the characters to hire; what is for sale
      players (p)             what each player has retired and bought
      card NAME (c), cards    a card by part of its name; all cards of a season
      rules, rules WORD       the rules in short; one chapter
      board (b)               the whole board
      log (l), scores (s)     everything that has happened; the scores now
      why (w) WORDS           why not? w hire monk, w place A4, w shop koban
      undo (u)                take back your last decision of this turn
      hint (h)                a hint: the best moves, with --hints
      quit (q), help (?)      save and quit; this help

    The players’ marks: ▲ ■ ◆ ★; a dot is a neutral. ●●○: two steps of three.
    A narrow screen cuts trades: { $types }.
    The number at the right edge of a stall is the square that serves it.
    “food” is the rice that a player’s characters eat at the next payday.
    “2 × Str” beside a stall: there would be 2 neighbours of that trade.
play-type = { $short } { $name }
play-refused = { $move } — not possible. { $reason }
play-refused-later = { $move } — not possible now. { $reason } And even then: { $obstacle }
play-refused-free = { $move } — not possible now. { $reason } Nothing else prevents it.
play-legal = { $move } — possible, number { $number }: { $details }
play-no-cost = it costs nothing
play-why-what = Name a move: w hire monk, for example.
play-why-near = “{ $typed }” is not a move. Did you mean: { $near }?
play-why-unknown = “{ $typed }” is not a move.
play-scores-now = If the game ended now:
play-thinking = { $seat } is thinking …
play-hints-off = Hints are off in this game. To turn them on: q, then edokko play --resume --hints.
play-more = Enter: continue. Anything else skips to the question.
play-empty = Nothing is on offer now.
play-card-several = “{ $typed }” is part of several names: { $cards }.
play-card-near = No card’s name contains “{ $typed }”. Did you mean: { $near }?
play-card-unknown = No card’s name contains “{ $typed }”. The board, row and cards show the names.
play-card-what = Name a card: card monk, for example. Part of a name is enough.
play-rules-unknown = The rules have no chapter “{ $typed }”. The chapters: { $chapters }.
look-in-stall = stall { $room }, { $seat } { $steps }
look-in-row = in the row
look-retired = retired: { $seat }
look-offered = for sale now
look-built = built in { $room }: { $seat }
look-held = bought: { $seat }
look-away = not on the table
look-where = now
look-worth = worth
rules-shops = Shops
rules-words = Words
rules-types-scale = { $counts } different trades: { $iki } IKI
rules-fish-scale = Fish of { $counts } seasons: { $iki } IKI
rules-fire-scale = Month { $month }, from stall 1 inwards: { $strengths }
play-winner = { $seat } wins with { $iki } IKI.
play-ahead = { $second } follows { $iki } IKI behind.
play-place = { $seat } is number { $place } of { $players }, { $iki } IKI behind.
play-recorded = The record of the game: { $file }
play-review = Where it was won and lost: { $file }
play-again = Another game: { $file }
play-saved = Saved. To continue: edokko play --resume { $file }
play-saved-latest = Saved. To continue: edokko play --resume

undo-done = Taken back: { $move }.
undo-nothing = There is nothing to take back: this is your first decision.
undo-other-moved = Too late to take anything back: { $seat } has moved since.
undo-turn = There is nothing to take back in this turn.
undo-chance = Too late to take it back: chance has revealed something since.

## The command: hint

help-hint-short = Show the best moves.
help-hint =
    Show the best moves of a decision: how often each would win, the expected final score, and what is likely to
    follow.

    FILE is a record or a saved game. Default: the game you last left in ‘edokko play’. The search uses only what all
    players can see; it does not know what chance will bring.
help-hint-position = Analyse a position instead: a position string, or a file with one or with its JSON.
help-hint-ply = Analyse the decision after N moves of the record.  [default: where it ends]
help-hint-budget = How much to search: a time or a number of simulations, such as 500ms, 2s or 5000sims.
help-hint-top = How many moves to show.
hint-thinking = Thinking …
hint-over = --ply N shows an earlier decision; ‘edokko review’ goes through all of them.
problem-budget = --budget { $budget } is not a budget: expected a time or a number of simulations, such as 500ms, 2s or 5000sims.
problem-hint-position = --position cannot be combined with a record or with --ply.
problem-hint-not-position = there is no such file, and a position string begins with edokko1
problem-hint-ply = --ply { $ply } is too far: { $file } holds { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }, so use 0 to { $moves }.
problem-hint-chance = { $file }: this position has no decision to analyse; chance comes next.
problem-nothing-to-hint = There is no unfinished game to analyse; name a record or a saved game.

## The command: review

help-review-short = Review a game: what each decision cost, and what turned it.
help-review =
    Review a recorded game, finished or not. Search every decision that had a choice: how much of the chance to win
    it cost, against the best move found. Then show the turning points, by players and by chance, and how well each
    player decided.

    Luck is what chance changed in the expected result, decisions what the moves of all players changed.

    A mistake (?) costs 5 % of the chance to win or 4 IKI, a blunder (??) 10 % or 8 IKI. The numbers at the
    left are those of ‘edokko hint FILE --ply N’.
help-review-budget =
    How much to search at each decision: a time or a number of simulations, such as 500ms or 1000sims. The move that was
    played gets up to the same again.
help-review-plot = Draw the chance to win by month into FILE, which ends in .png or .svg.
help-review-brief = Leave out the list of all decisions.
review-progress = Decisions
review-heading = Game { $number }: { $seats }; { $moves ->
        [one] 1 decision
       *[other] { $moves } decisions
    }, { $choices } of them with a choice
review-unfinished = The game is not over.
review-played = played
review-better = better
review-loss = loss
review-losses = The most expensive decisions
review-chance = What chance changed most
review-month = Month { $month }
review-change = { $before } → { $after } %
review-instead = { $played }. Better: { $better }.
review-accuracy = How well each player decided
review-decisions = choices
review-mean-loss = mean loss
review-mistakes = mistakes (?)
review-blunders = blunders (??)
review-luck = Luck and decisions, in IKI
review-expected = expected
review-by-luck = luck
review-by-decisions = decisions
review-result = result
review-luck-wins = luck, to win
review-plain = Searched on the plain engine, as there is no native one here; it searches less deeply in the same time.
review-plotted = The picture: { $file }
plot-title = The chance to win, month by month
plot-new-year = New Year
plot-months = month
plot-label = { $mark } { $name }
plot-label-score = { $mark } { $name } · { $iki } IKI
plot-loss = −{ $number } %
problem-plot-exists = { $file } exists already; choose another name for the picture, or move the file away.
problem-plot-kind = { $file }: a picture’s name ends in .png or .svg.
problem-review-empty = { $file }: no decision of this game had a choice, so there is nothing to review.

## The command: simulate

help-simulate-short = Play many games between computer players.
help-simulate =
    Play many games between computer players and sum them up: scores, shares of wins with 95 % intervals, speed.

    The same seed gives the same games, whatever the number of threads.
help-simulate-games = How many games.
help-simulate-seats = Who plays, from the first seat on, with commas: random, greedy. Default: random everywhere.
help-simulate-seed = Fix all games. By default a seed is drawn and shown.
help-simulate-threads = How many games to play in parallel.
help-simulate-record = Write a record of every game to FILE, one a line; compressed if it ends in .gz.
help-simulate-trace = Write the position and the legal moves before every decision into the records too.
problem-trace-record = --trace goes into records; name a file for them with --record FILE.
simulate-progress = Games
simulate-games = games
simulate-seed = seed
simulate-seconds = seconds
simulate-games-per-second = games a second
simulate-decisions-per-second = decisions a second
simulate-decisions-per-game = decisions a game
simulate-branching = choices a decision
simulate-mean = mean score
simulate-median = median
simulate-best = best
simulate-winning = mean score of the winners
simulate-seat = seat
simulate-player = player
simulate-wins = wins
simulate-share = share
simulate-interval = 95 % interval
simulate-stopped = Stopped after { $games } of { $asked } games.
simulate-stopped-recorded = Stopped after { $games } of { $asked } games. The finished ones are in { $file }

## The command: arena

help-arena-short = Match players against each other and rate them.
help-arena =
    Match players against each other and show how strong they are: shares of wins and ratings with 95 % intervals,
    scores, thinking time.

    Games come in blocks: one seed with all seat rotations, so that luck and seats are equal for all players. A share
    of wins is per seat: in a game of N players, equal players win 1/N. Intervals are over blocks.
help-arena-entries =
    Who plays, with commas, such as mcts:500ms,planner,planner,planner. A player may be named several times; its seats
    count together. With more entries than seats, all line-ups play equally often.
help-arena-players = The number of players in a game; by default the number of entries, { $most } at most.
help-arena-games = How many games, rounded up to whole blocks of all line-ups.
help-arena-settle =
    Stop as soon as it is settled whether the first entry’s share of wins is above or below SHARE, such as 0.6. The
    answer is wrong in at most 5 of 100 arenas.
help-arena-luck =
    Also show the results less luck: at every chance moment, the change of the expected result by the champion’s value is
    taken off. These results have the same expectation and usually less variance; × is the ratio of the variances.
help-arena-seed = Fix all games. By default a seed is drawn and shown.
help-arena-workers = How many games to play in parallel, each in its own process.
help-arena-record = Append a record of every game to FILE as soon as it is finished, one a line.
help-arena-resume = Continue the games in the file of --record, or start that file if it does not exist yet.
problem-arena-resume = --resume continues the games in a file; name it with --record FILE.
problem-arena-exists = { $file } exists already; continue it with --resume, or choose another name for the records.
problem-arena-count = --entries names { $entries ->
        [one] 1 player
       *[other] { $entries } players
    }; a game of { $players } needs { $players } to { $most }, and a player may be named several times.
arena-progress = Games
arena-rounded = { $games } games instead of { $asked }: every line-up at every seat takes { $each }.
arena-go-on = The finished games are in { $file }; continue with the same command and --resume.
arena-blocks = blocks
arena-wins = wins/seats
arena-share = share
arena-interval = 95 %
arena-rating = rating
arena-score = score
arena-rank = place
arena-milliseconds = ms
arena-above = Settled: the share of { $name } is above { $share }.
arena-below = Settled: the share of { $name } is below { $share }.
arena-open = Not settled by { $games } games: the share of { $name } may be above or below { $share }.
arena-less-luck = Less luck
arena-variance = variance

## The command: evaluate

help-evaluate-short = Give a player its row in the benchmark’s table.
help-evaluate =
    Play the benchmark IKI-1: PLAYER against three of each opponent, 400 games of four, and against one, 200 games of two,
    on fixed deals with all seat rotations. Show its shares of wins with and without luck, and its scores.

    PLAYER is the name of a player, or FILE.py:NAME for a class in a file, which is called with a seed, or
    FILE.py:NAME:OPTIONS. It has 60 seconds for a decision. Against itself a player has no row.
help-evaluate-against = Only these opponents, with commas. By default random, greedy, planner and champion:64sims.
evaluate-cpu = CPU seconds
evaluate-hash = hash of the games
evaluate-opponents = opponents
evaluate-lead = lead

## The command: lab

help-lab-short = Play many games into tables, and ask questions to them.
help-lab =
    Play many games into tables that tell about every card, price, turn and month, and ask questions to them.

    A run is a folder of Parquet files. Polars, DuckDB and pandas read them.
help-lab-output = The folder of the run.
problem-lab-plan = Name a plan, or say what to play with --entries and --games.
problem-lab-plan-options = The plan says what to play, so { $options } cannot be used beside it.
problem-lab-ray-workers = On a Ray cluster its processors do the work, so --workers cannot be used beside --ray.
problem-lab-players = --players is { $players }; numbers from 2 to 4 with commas are expected, such as 2,3,4.
problem-lab-overlay = --overlay is { $overlay }; a name and a file are expected, such as cheap=cheap.toml.
problem-lab-sql = The query cannot be answered: { $reason }
help-lab-run-short = Play a plan, or what is missing of it.
help-lab-run =
    Play a plan, or what is missing of it: after Ctrl-C or a crash, the same command continues the run.

    PLAN is a TOML file; without it, the options say what to play. The rows are the same whatever the number of workers.
help-lab-entries =
    Who plays, with commas, such as planner,greedy,greedy,greedy. One player takes all seats. With more entries than
    seats, all line-ups play equally often.
help-lab-games = How many games for each edition, number of players and overlay, rounded up to whole blocks.
help-lab-players = The numbers of players, with commas. Default: 4.
help-lab-editions = The editions, with commas. Default: 2021.
help-lab-seats = Whether each entry takes every seat in turn, or entries stay in the order of the seats. Default: rotate.
help-lab-seed = Fix all games. Default: 0.
help-lab-overlay = Play with the numbers of the overlay FILE under a NAME; can be repeated. Without a file, NAME stands for the shipped numbers.
help-lab-tables = The tables to keep, with commas. Default: all of them but decisions.
help-lab-records = Keep a record of every game too.
help-lab-share = Keep the decisions of this share of the games, from 0 to 1. Default: 1.
help-lab-evaluator = Evaluate all options of these decisions with a search, such as 2000sims. This takes long.
help-lab-chunk = How many games to play at a time. A chunk is lost if it is interrupted.
help-lab-workers = How many chunks to play in parallel.
help-lab-ray = Play on the Ray cluster at ADDRESS, or auto for the one that this computer belongs to.
help-lab-settle =
    Stop as soon as it is settled whether the first entry’s share of wins is above or below SHARE, such as 0.3, and name
    workers whose results deviate.
lab-run-done = Played { $games } of { $all } games at { $rate } games a second. The run is complete: { $folder }
lab-run-stopped = Played { $games } of { $all } games at { $rate } games a second: { $folder }
lab-deviant = The results of { $worker } deviate from those of the others: { $z } standard errors over { $blocks } blocks. Check that machine.
lab-run-there = All { $all } games were there already: { $folder }
help-lab-work-short = Play one chunk of a plan.
help-lab-work = Play one chunk of a plan and write its files, for a scheduler. A chunk that is there is not played again.
help-lab-work-chunk = The number of the chunk, from 0.
lab-work-there = Chunk { $chunk } was there already.
help-lab-chunks-short = List the chunks of a plan.
help-lab-chunks = List the numbers of the chunks of a plan, one a line. With -o, only those that the run still lacks.
help-lab-chunks-count = Print only how many there are.
help-lab-sql-short = Ask a question to a run in SQL.
help-lab-sql =
    Ask a question to a run in the SQL of DuckDB. Each table of the run is a view, and there are views that answer
    common questions. Without QUERY, these are listed.
help-lab-csv = Print all rows as CSV.
help-lab-report-short = Answer questions about a run, or about recorded games, on one page.
help-lab-report =
    Answer questions about IKI from the games of a run on one HTML page, with figures, intervals and data.

    RUN is the folder of a run, or a file of records. The page is in English and needs no network.
help-lab-report-output = The page to write; its name ends in .html.
help-lab-report-player = Add the profile of a player of the run: a name of a seat.
help-lab-part-edition = Choose the games of this edition. By default, the part of the run with the most games.
help-lab-part-players = Choose the games with this many players.
help-lab-part-overlay = Choose the games with this overlay; an empty name stands for the shipped numbers.
lab-report-progress = Questions
lab-report-written = Questions answered from { $games } games: { $questions }. Written: { $file }
lab-sql-more = Only the first { $rows } rows are shown; --csv prints all.
lab-report-unfinished = Unfinished games left out: { $count }
problem-lab-page = { $file }: a page’s name ends in .html.
problem-lab-page-exists = { $file } exists already; choose another name, or replace the file with --force.
help-lab-force = Replace the file if it exists.
help-lab-compare-short = Compare two runs: differences, effect sizes, and the games needed.
help-lab-compare =
    Compare the games of two runs: the differences with their intervals, effect sizes, and how many games each run would
    need to find a difference of that size.

    With --overlay and --against, the two can be overlays of one run.
help-lab-compare-output = Write a page too; its name ends in .html.
help-lab-compare-against = The overlay of the second run.
lab-compare-quantity = quantity
lab-compare-first = first
lab-compare-second = second
lab-compare-difference = difference
lab-compare-effect = effect
lab-compare-games = games needed

## The command: record

help-record-short = Check or show recorded games.
help-record = Check or show recorded games: files of the format edokko/1, plain or compressed.
help-check-short = Replay every game and verify it.
help-check =
    Replay every game of the files and verify it: moves, chance, result and trace.

    Each bad game gets a line with its place and the expected value; moves are counted from 0.
    The exit code is 0 if all games are good, 1 if one is bad, 2 if a file cannot be read.
help-show-short = Show a game turn by turn, with its score sheet.
help-show = Show one game of a file turn by turn in words, with the board and the score sheet at its end.
help-show-game = Which game of the file, counted from 1.  [default: 1]
check-bad = { $file }: line { $line }: { $reason }
check-bad-move = { $file }: line { $line }: move { $move }: { $reason }
check-empty = { $file }: no game in it
check-summary = { $good ->
        [one] 1 good game
       *[other] { $good } good games
    }, { $bad } bad, in { $files ->
        [one] 1 file
       *[other] { $files } files
    }
show-heading = Game { $number }: { $seats }; edition { $edition }, { $moves } decisions
show-unfinished = The game is not over. Scores if it ended now:
problem-no-game = { $file }: there is no game { $number }; the file holds { $count }.

## The command: components

help-components-short = List the numbers of the game and where they come from.
help-components =
    List every number of the game and where it comes from.

    edokko components [PART] lists the values whose key contains PART, such as ‘monk’ or ‘goods.winter’.
help-list-short = List the values; ‘list’ may be left out.
help-list =
    List the values whose key contains PART, one a line, with where each comes from: printed in the rules, inferred from
    them, a substitute chosen for play, or your own overlay.
help-list-only = Only the values from this source.
help-components-check-short = Check an overlay.
help-components-check = Check an overlay file: each problem is shown with its key and the expected value.
list-summary = { $count ->
        [one] 1 value
       *[other] { $count } values
    }
provenance-printed = printed
provenance-inferred = inferred
provenance-substitute = substitute
provenance-divergent = divergent
provenance-not-applicable = not applicable
provenance-overlay = overlay
components-good = { $file }: good.
components-counts = Edition { $edition }: { $given ->
        [one] 1 value
       *[other] { $given } values
    } from the overlay, { $left ->
        [one] 1 substitute
       *[other] { $left } substitutes
    } left

## The command: bench

help-bench-short = Measure the engine’s speed on this machine.
help-bench = Measure the engine’s speed on this machine, beside plain Python doing the same. It takes about a minute.
help-bench-quick = Leave out the start of a process.
bench-progress = Figures
bench-what = what
bench-figure = figure
bench-unit = unit
bench-ratio = × plain
bench-floor = floor
bench-aim = aim
bench-holds = holds
bench-misses = misses
bench-random-play-native = native play
bench-random-games-native = native games
bench-random-play-list-backed-cpython = the same, plain Python
bench-search-as-shipped = search, as shipped
bench-search-of-the-champion = search of champion
bench-network-with-the-observation = network, with observation
bench-network-observation-given = network, observation given
bench-python-loop-over-batch = Python loop, Batch
bench-state = size of a state
bench-copy-of-a-state = copy of a state
bench-2-threads-against-1-by-the-clock = 2 threads against 1
bench-start-to-first-move-by-the-clock = start to first move
unit-decisions-per-s = decisions/s
unit-games-per-s = games/s
unit-simulations-per-s = simulations/s
unit-positions-per-s = positions/s
unit-bytes = bytes
unit-ns = ns
unit-s = s
unit-times = times

## The table: problems of its API, told as the title of the problem

api-bad-request = The request is malformed.
api-detail-you-once = You can take one seat only; the other players at your screen are “local”.
api-detail-rated = A rated game is for people only, each at a screen of their own, from the beginning, without hints and with the shipped tables.
api-detail-coach-rated = A rated game has no coach.
api-detail-coach-people = The coach needs computer players at all other seats.
api-detail-coach-off = The coach of this table is off.
api-detail-clock = A clock has minutes where the pace is live, days where it is days, and an increment only with minutes.
api-detail-edition = The edition of this table is fixed by its cards, its position or its series.
api-detail-levels = The levels are: { $levels }. All but the first may have a style, as in hard:builder; the styles are: { $styles }.
api-detail-awaited = Still waiting for: { $names }.
api-detail-rows = This table has seen { $count } changes: from here it can only be played on.
api-detail-study-order = Node { $node }: its parent must come before it.
api-detail-study-played = Node { $node }: the moves of the game must be one line from the start.
api-detail-study-source = Exactly one of table and record is needed.
api-detail-stored = All your studies and notes together may have { $most } kB.
api-detail-chance-missing = Chance comes first. Possible: { $possible }.
api-detail-chance-impossible = This cannot happen now. Possible: { $possible }.
api-detail-start = Exactly one of new, position, record and table is needed.
api-detail-start-ply = A ply goes with a record or a table only.
api-detail-start-overlay = An overlay goes with a new game, or with a position that has none.
api-detail-start-seats = The position has { $count } players: the table needs as many seats.
api-detail-start-over = The game is over at this position.
api-detail-foreign-origin = The page is at { $origin }, but the request names the host { $host }. If both are this site, its reverse proxy must pass on the Host that the browser sends, with the port, or EDOKKO_ORIGINS must name { $origin }.
api-detail-foreign-host = The request names the host { $host }, which EDOKKO_ORIGINS does not name.
api-shape-missing = { $where }: “{ $field }” is missing.
api-shape-unknown = { $where }: there is no “{ $field }” here.
api-shape-value = { $where }: { $value } is not an allowed value.
api-shape-type = { $where }: expected { $expected }, found { $found }.
api-shape-at-least = { $where }: at least { $bound }.
api-shape-at-most = { $where }: { $bound } at most.
api-shape-longer = { $where }: a length of at least { $bound }.
api-shape-shorter = { $where }: a length of { $bound } at most.
api-shape-pattern = { $where }: must match the pattern { $pattern }.
api-shape-json = { $where }: not valid JSON.
api-bad-overlay = The overlay cannot be used.
api-bad-position = The position cannot be used.
api-bad-record = The record cannot be used.
api-unknown-level = There is no computer player of that level.
api-bad-name = The name is empty or holds characters that cannot be shown.
api-reserved-name = This name is reserved for the site; choose another.
# The words of invented names: every first word goes with every second one.
guest-name-first = Quiet Early Brave Merry Swift Clever Gentle Lucky Proud Sunny Bold Calm Bright Curious Eager Golden Happy Honest Jolly Kind Lively Misty Nimble Patient Silver Steady Tidy Wise Windy Young
guest-name-second = Crane Carp Pine Lantern Sparrow Plum Bridge Heron Maple Otter Bamboo Cedar Cherry Cricket Drum Falcon Fern Ferry Fox Harbour Iris Kite Lotus Moon Mountain Owl River Swallow Turtle Willow
api-bad-address = Alerts cannot be sent to this address.
api-no-guest = Not identified: call GET /api/guest first, or send a token.
api-bad-token = The token is not valid.
api-bad-code = The code is wrong, used or expired.
api-not-your-seat = That seat is not yours.
api-not-the-host = Only the host may do that.
api-foreign-origin = The request comes from another site.
api-foreign-host = The request names a host that this server does not serve.
api-no-hints = There are no hints at this table.
api-no-coach = There is no coach at this table.
api-no-chat = There is no chat at this table.
api-no-spectators = This table does not admit spectators.
api-banned = You may not play here any more.
api-rated-game = While you play a rated game, the engine does not answer and no table begins at a position. About a running rated table the engine never answers.
api-not-your-study = Only its author may change this study: save a copy of your own.
api-not-the-organiser = Only the organiser may do that.
api-no-table = There is no such table.
api-no-player = There is no such player.
api-no-puzzle = There is no such puzzle.
api-no-study = There is no such study.
api-no-series = There is no such series.
api-no-event = There is no such event.
api-no-program = This program is not online.
api-no-challenge = This invitation is no longer open.
api-no-channel = There is no such channel.
api-no-record = A game that began at a position has no record: its moves do not rebuild it.
api-no-message = There is no such message of another player.
api-not-found = There is nothing at this address.
api-method = This address does not support that method.
api-stale-ply = The game has moved on in the meantime.
api-already-started = The game has begun already.
api-not-started = The game has not begun yet.
api-seat-taken = That seat is taken.
api-table-full = All seats are taken.
api-seats-open = Seats are still free.
api-not-ready = Not all players are ready yet.
api-crest-taken = Another player at this table has that crest.
api-already-seated = You have a seat at this table already.
api-not-away = That player cannot be replaced: they are here, or have not kept the game waiting long enough.
api-no-undo = Nothing can be taken back now.
api-game-over = The game is over.
api-time-over = Your time has run out: a computer player has taken over.
api-not-over = The game is not over yet.
api-has-rematch = This game has a rematch already: begin the series there.
api-series-over = The series is over.
api-event-full = The event is full.
api-event-over = The event is over, or its last round has begun.
api-event-running = The event has begun already.
api-event-not-running = No round can be begun or closed now.
api-few-players = An event needs three players.
api-not-entered = There is no such player in this event.
api-no-mail = This server does not send e-mail.
api-too-large = The request is too large.
api-illegal-move = The move is not legal.
api-unknown-move = There is no such move.
api-missing-chance = Chance decides before this move.
api-impossible-chance = Chance cannot bring that.
api-too-many = Too many at once: wait a little.
api-internal = Something went wrong in the server.
api-busy = The server is busy: try again.
api-storage-full = There is no space to save at the moment: nothing was saved. Try again later.

## The table: where the page is missing

page-title = Edokko: the board game IKI in the browser
page-description = Play the board game IKI in the browser: against computer players, at one screen, or with friends who get a link.
page-table = A table of IKI
page-table-named = { $name }: a table of IKI
page-table-told = A game for { $players } players. { $state }
page-full = All seats are taken.
page-waiting = { $open ->
    [one] One seat is open.
   *[other] { $open } seats are open.
}
page-running = The game is on.
page-finished = The game is over.
page-closed = The table is closed.
page-position = A position of IKI
page-study = A study of IKI
page-study-named = { $name }: a study of IKI
page-puzzle = A puzzle of IKI
page-series = A series of IKI games
page-series-named = { $name }: a series of IKI games
page-series-told = { $players } players, { $played } games played.
page-event = { $name }: an IKI event
page-event-told = Round { $round } of { $rounds }, { $players } players. { $state }
page-event-open = Join with this link.
page-event-running = The event is on.
page-event-finished = The event is over.
page-event-closed = The event did not take place.
page-events = IKI events
page-missing-title = The page has not been built
page-missing =
    The server runs and its API answers under /api, but the page is not there.
    Install Node.js 20 or later and install edokko again from its source; that builds the page.

## edokko serve

help-serve-short = The table in the browser.
help-serve =
    The table in the browser, for one person or many. Games are kept in a database of your own; EDOKKO_DATABASE can name
    a PostgreSQL database instead.
help-serve-port = The port. Default: { $port }, or any free one if that is taken.
help-serve-host = The address to listen on; 0.0.0.0 to be reached from other computers.
help-serve-no-browser = Do not open a browser.
serve-started = The table is at { $address }
serve-how-to-stop = Press Ctrl-C to stop; games are kept.
serve-stopped = The server has stopped.
problem-setting = { $variable } is { $value }, which is not valid; docs/run/settings.md lists the possible values.
problem-setting-smtp-origins = EDOKKO_SMTP needs EDOKKO_ORIGINS: without it, e-mails would link to any host that a client names.
problem-setting-removed = { $variable } is set, but PostgreSQL carries all messages between processes now. Unset it.
problem-setting-site = { $variable } is { $value }, which is no folder that `edokko build-site` of this version has written: build it again.
problem-port = Cannot listen on { $host }:{ $port }: { $reason }.
problem-served = Another server already uses this database, at { $address }. A SQLite file takes one server; PostgreSQL takes several.
problem-restore-served = A server uses this database, at { $address }: stop it first.
help-example-serve = The table in the browser, alone or together

## edokko build-site

help-site-short = The table as a folder for any web host.
help-site =
    Write a folder that any host of plain files can serve, and in which the table needs no server: games against
    computer players, lessons, puzzles and reviews run in the browser, also without a connection.
help-site-pyodide = A folder with the files of Pyodide and the wheel of msgspec for it, instead of a download.
site-built =
    The table is in { $folder }. A first visit loads { $first } MB: page { $page }, Pyodide { $pyodide }, package { $package }.
    The network of the player master has { $later } MB more. To try it: python -m http.server --directory { $folder }
problem-site-target = { $folder } is not an empty folder; name a new one.
problem-site-page = The page has not been built: install edokko from its source with Node.js, without EDOKKO_NO_PAGE.
problem-site-engine = The engine for browsers is missing or not made from these rules: install edokko again with the package ziglang.
problem-site-npm = npm is missing, which loads Pyodide: install Node.js, or name a folder with --pyodide.
problem-site-download = { $command } failed: { $reason } Check the connection, or name a folder with --pyodide.
problem-site-node = Node.js is missing, which compiles the package for browsers: install it.
problem-site-compile = { $command } failed: { $reason } Node.js must be version 20 or newer.
problem-site-hash = { $name } is not the expected file: its hash differs. Nothing was written.
problem-site-missing = { $folder } has no file { $name }.
problem-site-version = { $folder } has another Pyodide; this version of edokko needs { $wanted }.
problem-site-write = { $folder } cannot be written: { $reason }.

## edokko worker

help-worker-short = Searches for the servers of a large site.
help-worker =
    Search for the servers that share a PostgreSQL database and run with EDOKKO_THINKING=workers: the moves of computer
    players, hints, analyses and reviews. Start as many workers as you like, on any machine that reaches the database.
help-worker-database = The PostgreSQL database of the servers. Default: EDOKKO_DATABASE.
help-worker-threads = The number of computer players that think at once. Default: EDOKKO_BOT_THREADS.
help-worker-kinds = What this worker does, separated by commas. Default: { $kinds }
help-worker-metrics = The port for metrics at 127.0.0.1, in the format of Prometheus. Default: none.
worker-started = The worker waits for { $kinds }. Press Ctrl-C to stop.
worker-stopped = The worker has stopped; another one finishes its work.
problem-worker-database = A worker needs a PostgreSQL database: name it with --database postgresql+asyncpg://… or in EDOKKO_DATABASE. With a SQLite file the server thinks itself.
problem-worker-kind = There is no work of the kind { $kind }; choose from { $kinds }.

## edokko admin

help-admin-short = Tables, players and backups of a server.
help-admin =
    Manage the tables and players in the database of edokko serve, whether it runs or not; EDOKKO_DATABASE names it.
help-admin-tables = List tables: id, last change, status, edition, month, seats.
help-admin-status = Only tables of this status.
help-admin-players = List players whose name contains NAME: id, last seen, finished games, name.
help-admin-reports = List reported messages of chats: time, table, writer, reporter, name and text.
help-admin-most = List at most this many.
help-admin-check = Load every table, and report those with missing rows. The exit code is 1 if there are some.
help-admin-repair = Cut the rows from the first missing one on, so that open games go on before it.
help-admin-close = Close a table; its record stays.
help-admin-ban = Ban a player: from now on they can only look.
help-admin-unban = Let a banned player play again.
help-admin-delete =
    Delete a player and their data. Games they shared with others stay, without the name; computer players take over.
help-admin-backup = Write the whole database to a new file, while servers run.
help-admin-restore = Replace the whole database with the backup FILE. Stop the servers first.
help-admin-yes = Confirm. Without this option nothing happens.
admin-no-tables = There are no tables.
admin-no-players = There are no players.
admin-no-reports = There are no reports.
admin-banned-mark = banned
admin-check-good = Every table is complete.
admin-check-repairable = Table { $table } ({ $status }): row { $row } is missing or wrong. edokko admin check --repair lets its game go on before that row.
admin-check-repaired = Table { $table } ({ $status }): cut at row { $row }; its game goes on from there.
admin-check-over = Table { $table } ({ $status }): row { $row } is missing or wrong. Its game is over, and its record is lost unless a backup has it.
admin-closed = Table { $table } is closed.
admin-not-open = Table { $table } was no longer open.
admin-banned = { $name } is banned.
admin-unbanned = { $name } may play again.
admin-deleted = { $name } and their data are deleted.
admin-backed-up = The database is saved in { $file }.
admin-restored = The database is restored from { $file }. Restart the servers.
problem-not-sure = This cannot be undone; add --yes to do it.
problem-no-such = No such table or player: { $id }; edokko admin tables and edokko admin players list them.
problem-database = The database cannot be used: { $reason }.
problem-database-malformed = EDOKKO_DATABASE cannot be used. Write sqlite+aiosqlite:///FILE or postgresql+asyncpg://user:password@host:5432/name: an IPv6 host in brackets, special signs of the password percent-encoded, and options only if the driver knows them.
problem-database-silent = PostgreSQL at { $server } does not answer (EDOKKO_DATABASE): { $reason }.
problem-database-damaged = The database cannot be used: the file { $file } is damaged. Restore a backup with edokko admin restore.
problem-database-later = The database has version { $revision }, but edokko { $version } knows versions up to { $newest } only: install the later edokko again, or restore a backup of before its installation.
problem-backup-later = The backup { $file } has version { $revision }, but edokko { $version } knows versions up to { $newest } only: install the later edokko first. Nothing has changed.
problem-backup-no-database = There is no database { $detail } yet; edokko serve creates it.
problem-backup-exists = { $detail } exists already; name a new file.
problem-backup-no-tool = { $detail } is not installed; it comes with the client tools of PostgreSQL.
problem-backup-not-a-backup = { $detail } is not a backup of this kind of database.
problem-backup-damaged = { $detail } is damaged.
problem-backup-failed = The backup failed: { $detail }
problem-restore-failed = The restoration failed, and nothing has changed: { $detail }

## Alerts: what a player is sent while the page is closed, and the pages of the links in them

alert-turn = Your turn
alert-turn-text = It is your turn in the game “{ $game }”.
alert-clock = Your time is running out
alert-clock-hours = In the game “{ $game }” you have { $count ->
        [one] { $count } hour
       *[other] { $count } hours
    } left for your move. After that a computer player takes over.
alert-clock-minutes = In the game “{ $game }” you have { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    } left for your move. After that a computer player takes over.
alert-over = The game is over
alert-over-text = The game “{ $game }” is over. You are in place { $place } of { $players }, with { $points } IKI.
alert-test = A test
alert-test-text = This is a test. Messages about your games will arrive here.
alert-confirm = Confirm your e-mail address
alert-confirm-text = Open this link to get an e-mail when it is your turn. If you did not ask for this, ignore this message.
alert-mail-stop = Stop these e-mails: { $link }
alert-page-stop = Stop these messages?
alert-page-stop-text = Edokko will send nothing more to { $name }. You can add it again in the settings.
alert-page-stop-button = Stop
alert-page-stopped = Stopped. Nothing more is sent.
alert-page-confirm = Confirm your e-mail address
alert-page-confirm-text = Edokko will send an e-mail to { $name } when it is your turn.
alert-page-confirm-button = Confirm
alert-page-confirmed = Confirmed. You can close this page.
alert-page-gone = This link is no longer valid.
offline-title = No connection
offline-text = The server cannot be reached. Your games are safe there. This page tries again by itself.
offline-again = Try again
offline-here = Play here, without the server
offline-head = Without a connection
offline-about = This browser can keep a table of its own: games against computer players, lessons and puzzles need no server then.
offline-keep = Keep for offline play ({ $size } MB)
offline-loading = { $loaded } of { $size } MB
offline-kept = Kept in this browser.
offline-remove = Remove
offline-failed = It could not be kept: check the connection, and the space in this browser.
offline-back = To the server’s tables

## The page: notifications while it is closed

notify-title = While the page is closed
notify-told = Edokko tells you when it is your turn, once before your time runs out, and when a game is over. Nothing is sent while you have the table open.
notify-here = This browser
notify-here-on = Turn on in this browser
notify-here-off = Turn off in this browser
notify-blocked = The browser blocks notifications of this site. Allow them in the browser’s settings for this site, then open this page again.
notify-impossible = This browser cannot notify you of a closed page. On an iPhone or iPad, first add Edokko to the home screen and open it there.
notify-failed = The browser could not be registered. Try again later.
notify-email = E-mail
notify-email-address = E-mail address
notify-email-none = This server does not send e-mail.
notify-email-sent = Open the link in the e-mail that was sent to { $name }.
notify-email-unconfirmed = Not confirmed yet: open the link in the e-mail.
notify-email-again = Send the link again
notify-webhook = Webhook
notify-webhook-address = Address, https://…
notify-webhook-style = Format
notify-webhook-json = JSON, signed
notify-webhook-secret = The key of the signature. Copy it now, it is shown only once:
notify-add = Add
notify-remove = Remove { $name }
notify-test = Send a test
notify-test-of = Send a test to { $name }
notify-test-sent = The test was sent to { $name }.
notify-test-failed = { $name } did not accept it: { $reason }
notify-last = Last message: { $time }
notify-last-failed = The last message was not accepted: { $reason }
notify-paused = Paused, because many messages were not accepted. A test that arrives ends the pause.
notify-quiet = Quiet hours
notify-quiet-on = Send nothing during these hours
notify-quiet-from = From
notify-quiet-to = to
notify-quiet-zone = Time zone: { $zone }
notify-quiet-empty = The quiet hours must begin and end at different times.

## Sharing a table: the frame for another site

share-embed = Embed
share-embed-told = Copy this for a page of yours:
share-open = Open in Edokko

## The end of a game

end-talk = { $who ->
    [you] You are the talk of Edo: { $points } IKI
   *[other] { $seat } is the talk of Edo: { $points } IKI
}
end-decided = { $id ->
    [track] The IKI track
    [types] The trades
    [fish] The fish
    [pouches] The tobacco pouches
    [buildings] The buildings
    [koban] The koban
    [wood] The wood
   *[mon] The mon
} decided it: { $winner } ({ $most }), { $rival } ({ $least }).
end-tie = { $seats } have { $points } IKI each: the firefighting order decides.
end-replaced = A computer player finished for { $seats }.
end-place = { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
}
end-again-told = same table, same people
end-event = To the event
end-series = To the series
end-review = Review my game
end-review-told = your moves, and better ones
end-picture = Share the picture
end-picture-told = the street and the points
end-as-table = As a table
end-more = More
end-best = Your best moment
end-best-month = Month { $month }:

## Events and series

contest-title = Events
contest-intro = An event has several rounds at tables of three or four, with standings. Players join it by a link.
contest-all = All events
contest-new = New event
contest-name = Name of the event
contest-kind = Pairing
contest-kind-swiss = Swiss
contest-kind-swiss-told = Players with similar points meet, and no pair meets twice if that can be avoided.
contest-kind-round-robin = Round robin
contest-kind-round-robin-told = All players meet about equally often.
contest-size = Seats at a table
contest-rounds = Rounds
contest-most = Players at most
contest-pause = Pause between rounds
contest-pause-none = none
contest-pause-minutes = { $minutes } min
contest-starts-full = Begin as soon as the event is full
contest-plays = I play, too
contest-listed = Show the event to all guests
contest-create = Create the event
contest-yours = Your events
contest-open-list = Events to join
contest-running-list = Events in progress
contest-none = No event is open now.
contest-status-open = open
contest-status-running = round { $round } of { $rounds }
contest-status-finished = over
contest-status-closed = did not take place
contest-entered = { $count } of { $most } players
contest-round-count = { $count ->
    [one] one round
   *[other] { $count } rounds
}
contest-join = Join
contest-leave = Leave the event
contest-start = Begin round 1
contest-start-needs = three players or more
contest-begin-round = Begin the next round now
contest-close-round = Close this round
contest-close-round-told = Its unfinished games do not count.
contest-end = End the event
contest-sure = Press again to confirm
contest-withdraw = Withdraw a player
contest-withdraw-player = Withdraw { $name }
contest-your-table = To your table
contest-wait-start = The organiser begins the event.
contest-wait-full = The event begins when it is full.
contest-wait-others = Your game is over. Other tables of this round are still playing.
contest-wait-entry = You play from round { $round } on.
contest-wait-next = The next round begins in { $time }.
contest-is-over = The event is over.
contest-standings = Standings
contest-rank = Rank
contest-player = Player
contest-points = Points
contest-games = Games
contest-wins = Wins
contest-opponents = Opponents
contest-margin = Margin
contest-points-told = 4 points for the first place, 1 for the last, evenly spaced between them. A player whom a computer player has replaced gets none.
contest-ties-told = Ties: wins, then the opponents’ points, then the mean lead in IKI.
contest-series-ties-told = Ties: wins, then the mean lead in IKI.
contest-round = Round { $round }
contest-table = Table { $number }
contest-withdrawn = withdrawn
contest-late = from round { $round }
contest-replaced = replaced
contest-not-counted = closed, does not count
contest-in-play = in play
contest-not-begun = not begun
contest-bot = computer player
contest-look = Watch
contest-replay = Replay
contest-invite = Players join with this link:
contest-to = To the event
contest-series = Series of games
contest-series-next = To the next game
contest-series-to = Standings of the series
contest-series-begin = Play a series
contest-series-told = The same players, seats that rotate, and standings. The next table is set up automatically.
contest-series-games = Number of games
contest-series-no-end = no fixed number
contest-series-game = Game { $number }
contest-series-game-of = Game { $number } of { $games }
contest-series-over = The series is over.
contest-series-end = End the series
contest-series-change = Change
contest-series-play = To the game
contest-series-seat = A seat is open: take it
contest-series-deleted = deleted
## Together: programs, reactions, notes, chat. The page loads these messages when it needs them.

together-invite-program = Invite a program
together-programs-told = Programs of other people that are online. They have a minute to answer.
together-no-programs = No program is online now.
together-invite = Invite
together-playing = { $count ->
    [one] plays one game
   *[other] plays { $count } games
}
together-invited = Invited…
together-declined = Has declined
together-expired = No answer
together-accepted = Has accepted
together-withdraw = Withdraw
together-tokens = Programs that play for you
together-tokens-told = A program with a token of yours acts as you. Give each program its own, and revoke what you no longer need.
together-token-name = Name of the program
together-token-create = Create token
together-token-once = Copy the token now: it is shown only this once.
together-token-copy = Copy token
together-token-revoke = Revoke
together-listed = Listed as a program: { $name }
together-unlist = Take off the list
together-talk = Table talk
together-watching = { $count ->
    [one] { $count } spectator
   *[other] { $count } spectators
}
together-reactions = Reactions
together-reaction-hello = Hello!
together-reaction-nice = Good move!
together-reaction-thanks = Thank you!
together-reaction-ouch = Ouch!
together-reaction-thinking = Let me think…
together-reaction-game = Good game!
together-reactions-show = Show reactions
together-note = My note
together-note-told = Only you can read it, also later in the replay.
together-note-saved = Saved
together-chat = Chat
together-chat-told = Only players with a seat can read and write here.
together-chat-message = Message
together-chat-send = Send
together-chat-empty = No messages yet.
together-chat-new = { $count ->
    [one] { $count } new message
   *[other] { $count } new messages
}
together-chat-switch-off = Switch the chat off for good
together-chat-is-off = The host has switched the chat off.
together-mute = Mute { $name }
together-unmute = Unmute { $name }
together-report = Report the message of { $name } to the operator of this server
together-report-sure = Press again to report the message
together-reported = Reported
together-sure = Press again to confirm

## The page: the table

web-live = Live
web-reconnecting = Reconnecting, your turn is safe
web-gone = Not connected
web-to-lobby = To the lobby
web-table = A table
web-pair = { $what }: { $said }
web-edition = Edition { $edition }
web-payday = payday
web-fire = fire { $strength }
web-log = Log
web-theme = Theme
web-rules = Rules
web-settings = Settings
web-board = Board
web-nagaya = Nagaya { $nagaya }
web-start = Start
web-short-name = { $id ->
    [used_clothes_peddler] Used Clothes
    [trumpet_candy_peddler] Trumpet Candy
    [fire_watchtower] Watchtower
    [kabuki_theater] Kabuki
    [merchant_house] Merchants
    [sandal_shop] Sandals
    [construction_site] Site
   *[other] { $name }
}
web-tip-stall =
    Stall { $room }, nagaya { $nagaya }
    A player whose oyakata stands on { $shops } can make deals here.
web-tip-nagaya =
    Nagaya { $nagaya }
    Two or more characters of one trade here are in harmony: at a payday each owner gets IKI for theirs.
web-tip-fifth = The four stalls at the crossing are a fifth group for harmony. A hire there costs more.
web-tip-fire-mark = A fire in nagaya { $nagaya } starts here and goes from stall 1 to the crossing. It loses strength at every stall.
web-tip-square = A player who stops here can make one deal with this shop and one with a character in the stalls beside it.
web-tip-start = All oyakata start here. The first step leads to square 1 and crosses no lap line.
web-tip-lap =
    Lap line
    When your oyakata crosses it, each of your characters on the board gains 1 experience.
web-tip-surcharge = Putting a card here costs { $mon } mon more: { $id ->
    [middle] this stall is next to two shops.
   *[crossing] this stall belongs to two groups, its nagaya and the crossing.
    }
web-tip-alike = At a payday each owner scores IKI: their characters of this trade in the group × all characters of this trade there.
web-tip-iki-track = Track of IKI
web-tip-iki-track-how = Each disc shows a player’s IKI. Past 30 it starts over; the number below is the total.
web-tip-fire-track = The player furthest right chooses a boat first. In a tie, the list decides.
web-tip-fire-of = month { $month }: strength { $strength }
web-tip-fires = Fires: { $fires }
web-meal = Payday in month { $month }: with this hire you need { $needs } rice, you have { $has }.
web-tip-boat-walks =
    Moves { $squares ->
        [one] { $squares } square
       *[other] { $squares } squares
    }; each sandal adds one.
web-tip-boat-free = Moves 1 to { $most } squares, as you like; each sandal adds one.
web-tip-boat-hires = Before moving you take income or hire a character.
web-tip-boat-no-hire = { $mon ->
    [0] No income and no hire.
   *[other] Brings { $mon } mon, but no income and no hire.
}
web-tip-boat-order = Number { $place } in the order of play, from the left.
web-tip-ladder = The kobun stands on the step that this character has reached. The gold number is what the next payday brings; on the round step the character retires.
web-tip-skill = A player whose oyakata stands on the square beside this card can use this deal once per turn. When a player other than the owner uses it, the character gains 1 experience.
web-tip-owner = Belongs to { $seat }: { $seat } gets the salary and feeds it at a payday.
web-tip-neutral = A neutral character: every player can use its deal, no player gets its salary.
web-tip-sold = { $good }: sold
web-lap = Lap
web-fifth = 5th
web-one-per-season = one per season
web-lands-here = lands here
web-alike = { $type } × { $count } together
web-square = Square: { $square }
web-shop = Shop: { $shop }
web-empty = empty
web-free = free
web-closed = closed
web-taken = taken
web-not-used = not in this game
web-not-outer = not at the edge
web-no-kobun = no free kobun
web-no-room = all taken
web-short = { $missing } short
web-why-not-your-character = not yours
web-why-room-occupied = occupied
web-why-work-done = deal used
web-why-shop-done = deal used
web-why-same-room = already chosen
web-why-no-character-there = no character
web-why-nobody-to-train = none to train
web-why-needs-two-characters = needs two
web-why-not-on-sale = sold
web-why-fish-of-season-held = you have one
web-why-wrong-square = not here
web-why-slot-only-moves = moves only
web-why-out-of-reach = out of reach
web-why-not-offered = not offered
web-why-nothing-to-build = none left
web-why-not-now = not now
web-steps = experience { $step } of { $steps }
web-retires-next = retires with the next experience
web-pay-mon = pay { $mon } mon
web-choose-room = choose this stall
web-reason-lands = you can land beside it: { $square }
web-reason-wards = with this hire you can put out the next fire there, at strength { $strength }
web-reason-cheapest = the lowest price
web-with-surcharge = a surcharge of { $mon } mon included
web-too-dear = { $id ->
    [middle] Stalls in the middle
   *[crossing] Crossing stalls
    } cost { $extra } more: you are { $mon } mon short
web-start-edge = Start characters live at the edge: number 1 of each nagaya.
web-sum-on-card = − { $mon } on the card
web-sum-discount = − { $mon } ({ $token })
web-sum-room = { $id ->
    [middle] in the middle + { $mon } = { $sum }
   *[crossing] at the crossing + { $mon } = { $sum }
    }
web-for-hire = For hire
web-first-faces = The first four come when all have chosen
web-you = you
web-sign-sun = Sun: chooses the neutral of odd months
web-sign-moon = Moon: chooses the neutral of even months
web-thinking = thinking
web-away = away
web-at-table = At the table
web-hand-over = Let a computer player finish for me
web-hand-over-sure = Yes, leave this game
web-replace = Replace with a computer player
web-replace-in = Can be replaced by a computer player in { $time }
web-place-in-order = { $place }.
web-kobun = { $free } of { $all } kobun free
web-retired = retired, { $type }: { $count }
web-hungry =
    { $count ->
        [one] on payday { $count } character goes hungry
       *[other] on payday { $count } characters go hungry
    }
web-payday-lacks =
    Payday in month { $month }: { $needs ->
        [one] { $needs } person eats
       *[other] { $needs } people eat
    }, the rice feeds { $fed }.
web-buildings = Buildings
web-at-square = at square { $square }
web-built = built
web-close = Close
web-counts-fish = counts among the fish
web-start-step = start
web-all-turns = all turns
web-nothing-yet = Nothing has happened yet
web-log-undo = { $seat } takes a move back
web-log-bot = { $seat }, a computer player, takes over
web-log-time = Time ran out: { $seat }, a computer player, takes over
web-back = Back
web-all-choices = All choices: { $count }
web-choices = Choices
web-undo = Undo
web-no-undo-nothing-to-undo = Nothing to take back
web-no-undo-chance-revealed = Hidden information was revealed
web-no-undo-turn-over = The turn is over
web-no-undo-not-yours = The last move is not yours
web-no-undo-not-running = The game is not running
web-end-turn = End turn
web-end-anyway = End the turn anyway
web-deals-left = you can still make a deal
web-no-end = Not yet: finish your turn first
web-turn-of = { $seat }’s turn
web-your-turn = Your turn
web-is-moving = { $seat } is moving
web-now-payday = Payday
web-now-fire = Fire in nagaya { $nagaya }
web-now-month-ends = Month { $month } ends
web-go-on = Go on
web-stage-salaries = Salaries
web-stage-neighbours = Neighbours
web-stage-food = Food
web-stage-fed = All fed
web-pick-room = Pick a stall for the { $card }
web-pick-card = Who moves into { $room }?
web-hint = Hint
web-skip = Skip
web-bar-deals = Shop and one character
web-bar-deals-done = Nothing left: end your turn
web-bar-character = One character
web-bar-deal-left = A deal is still open
web-bar-press-again = Press again to end your turn
web-bar-free = free
web-bar-lap-none = Past the lap line
web-bar-lap = { $count ->
        [one] Lap: your character gains experience
       *[other] Lap: all { $count } gain experience
    }
web-bar-lap-retires = { $lap } · retires: { $cards }
web-bar-pipe = { $count ->
        [one] Pipe
       *[other] Pipe: one of { $count }
    }
web-bar-pouch = { $count ->
        [one] Pouch
       *[other] Pouch: one of { $count }
    }
web-bar-buy = { $count ->
        [one] Buy
       *[other] Buy both
    }
web-bar-of = of { $mon }
web-bar-income = Income
web-bar-stay = Stay
web-bar-guard = Guard
web-bar-burn = Let it burn
web-bar-end = End turn
web-bar-end-sure = Really?
web-step-slot = { $mon ->
    [0] No hire
   *[other] +{ $mon } mon, no hire
}
web-step-hire = Hire
web-step-move = Move
web-step-trade = Deals
web-deal-done = used
web-not-your-turn = It is not your turn.
web-board-as-list = Board as a list
web-do-it = Confirm
web-verb-take = Take
web-verb-hire = Hire
web-verb-build = Build
web-next-payday = Next payday: month { $month }
web-next-fire = Next fire: month { $month }, strength { $strength }
web-keys = Keys
rules-key-tab = from region to region
rules-key-arrows = inside a region
rules-key-all-arrows = with Shift: every item, also those out of reach
rules-key-enter = press the focused item
rules-key-esc = one step back; skip the animation
rules-key-digits = the choices in the bar
rules-key-income = take your income
rules-key-buy = buy the tokens you picked
rules-key-undo = undo
rules-key-end = end your turn
rules-key-all = all choices as a list
rules-key-log = the whole log
rules-key-list = the board as a list
rules-key-rules = rules and cards
rules-key-help = this list
web-score-sheet = Score sheet
web-place = place { $place }
web-time-left = { $time } left
web-days-left = { $days } d { $hours } h
web-clock = Clock
web-clock-none = No clock
web-clock-minutes = { $minutes } min each, +{ $increment } s a turn
web-clock-days = { $days ->
    [one] { $days } day a turn
   *[other] { $days } days a turn
}
web-clock-level = When time runs out, replace with
web-rated = Rated game
web-is-rated = rated
web-rated-needs = Rated tables are for people only, without hints and without card numbers of your own.
web-rematch = Play again
web-to-rematch = Go to the next game
web-replay = Replay
web-review = Review
web-sound = Sounds
web-notify = Notify me when it is my turn, even outside this page
web-notify-refused = The browser does not allow it.
web-record = Record
web-pause = Pause
web-play = Play
web-step-back = One move back
web-step-on = One move on
web-speed = Speed { $speed }
web-seen-from = Seen from
web-move-number = Move
web-move-of = Move { $move } of { $moves }
web-to-table = To the table
web-went-wrong = Something went wrong.
web-offline = The server does not answer. The page keeps trying.
web-fatal = Something on this page broke
web-fatal-more = No move is lost: the server has the game. Reload the page to continue; the report describes the error.
web-copy-report = Copy the report
web-report = Report
web-reload = Reload

## The page: lobby, waiting room, settings

web-menu = Menu
web-lobby = Lobby
web-lobby-title = A year on the market street of old Edo
web-lobby-text = Hire craftspeople, walk from shop to shop, feed your people on payday, and be the talk of the town at New Year.
web-learn = Lessons
web-learn-title = Short lessons
web-learn-text = On the real board, three minutes each.
web-learn-start = Start the first lesson
web-learn-go-on = Go on with lesson { $number }
web-learn-done = { $done } of { $count } finished
web-learn-over = All { $count } lessons are finished.
web-learn-again = See them again
web-first-title = Your first game, with a coach
web-first-text = He says what is good about each move. Take back what you like.
web-fact-time = 25 minutes
web-fact-opponents = { $count ->
        [one] { $count } computer player
       *[other] { $count } computer players
    }
web-fact-account = no account
web-play-now = Play now
web-play-now-text = Stop when you like and return later.
web-play-computer = Play against the computer
web-play-short = Play
web-without-hints = hints off
web-change = Change
web-friends = Play with friends
web-friends-text = Send a link, sit down, play.
web-friends-go = Open a table
web-friends-short = With friends
web-private = private
web-public = public
web-strength = Strength
web-pace = Pace
web-no-clock = no clock
web-card-numbers = Card numbers
web-cards = Cards
web-open-tables = Open tables
web-watch = Games to watch
web-leads = { $name } leads with { $points } IKI
web-payday-next = payday this month
web-fire-next = fire of strength { $strength } this month
web-puzzle-today = Puzzle of the day
web-your-games = Your games
web-turn-at = Your turn at { $name }
web-running-count = { $count ->
        [one] { $count } running
       *[other] { $count } running
    }
web-waiting-count = { $count ->
        [one] { $count } waiting for players
       *[other] { $count } waiting for players
    }
web-continue = Continue
web-look-in = View
web-month-of-year = Month { $month } of 12
web-month-payday = Month { $month } of 12, ends with a payday
web-month-fire = Month { $month } of 12, ends with a fire of strength { $strength }
web-last-move = Last move { $ago }
web-just-now = just now
web-you-won = You won, { $points } to { $others }
web-they-won = { $name } won, { $points } to { $others }
web-look-back = Look back
web-small-board = The board in month { $month }
web-seats-free = { $count ->
        [one] { $count } seat free
       *[other] { $count } seats free
    }
web-others-find = Let other players find you.
web-open-public = Open a public table
web-against = against { $names }
web-no-results = No finished games yet.
web-today = today
web-how-month = A month in four pictures
web-how-boat = Choose a boat: it sets how far you walk and the turn order.
web-how-hire = Hire a character for one of your stalls, or take your income.
web-how-walk = Walk, then deal with the shop and one character where you stop.
web-how-payday = Some months end with a payday, when your people eat, others with a fire.
web-tab-tables = Tables
web-no-open = No table is waiting for players.
web-no-open-for = No open table has { $count } seats.
web-join = Join
web-any-players = any number of players
web-minutes-ago = { $count } min ago
web-hours-ago = { $count } h ago
web-days-ago = { $count ->
        [one] { $count } day ago
       *[other] { $count } days ago
    }
web-finished = finished
web-month = month { $month }
web-your-name = Your name
web-name-too-long = A name has { $most } letters at most.
web-name = Name
web-edition-label = Edition
web-players-label = Players
web-players = { $count } players
web-seats = Seats
web-seat-you = You
web-seat-local = Another player at this screen
web-seat-open = Open seat
web-computer = Computer ({ $level })
web-level-easy = easy
web-level-medium = medium
web-level-skilled = skilled
web-level-hard = hard
web-level-expert = expert
web-level-master = master
web-style-of = Style of seat { $number }
web-style-none = no style
web-style-builder = builder
web-style-builder-likes = Saves wood and koban for buildings.
web-style-fisher = fisher
web-style-fisher-likes = Buys fish in every season.
web-style-employer = employer
web-style-employer-likes = Hires whenever a kobun is free.
web-style-captain = captain
web-style-captain-likes = Climbs the firefighting track early.
web-random-seats = Random seating
web-allow-hints = Hints allowed
web-help = Help
web-help-none = none
web-help-hints = hints
web-help-coach = coach
web-own-numbers = Use the numbers of your own copy
web-own-numbers-told = A TOML file with the numbers printed on your cards.
web-own-numbers-remove = Remove
web-with-own-numbers = own card numbers
web-from-position = from a position
web-with-hints = hints on
web-with-chat = chat on
web-with-coach = with a coach
web-listed = Public: anyone can join from the lobby
web-pace-days = Turn by turn, over several days
web-pace-live = In one sitting
web-spectators = Spectators allowed
web-allow-chat = Chat allowed
web-table-name = Name of the table
web-begin = Start the game
web-waiting-room = Waiting for players
web-who-are-you = Who are you?
web-who-told = The other players see your name and crest.
web-all-taken = All seats are taken. You can watch when the game starts.
web-all-taken-private = All seats are taken, and this game has no spectators.
web-table-closed = This table is closed
web-sit-down = Take a seat
web-host = host
web-copy-link = Copy the link
web-share-link = Share the link
web-send-link = Send this link
web-scan = QR code of the link
web-copied = Copied
web-seats-open = { $count ->
        [one] { $count } seat is free
       *[other] { $count } seats are free
    }
web-crest = Crest
web-crest-wave = wave
web-crest-plum = plum
web-crest-scales = scales
web-crest-diamond = diamonds
web-crest-of = { $crest }, taken by { $name }
web-give-seat = Seat { $number }: who plays here
web-ready = Ready
web-not-ready = Not ready yet
web-awaits = waiting for { $names }
web-host-begins = The host starts the game.
web-more = More
web-close-table = Close the table
web-leave = Leave
web-language = Language
web-theme-change = Light or dark
web-theme-system = Like the system
web-theme-light = Light
web-theme-dark = Dark
web-motion = Animations
web-motion-full = All
web-motion-less = Reduced
web-quick-tap = Play with a single tap, without confirming
web-other-device = Continue on another device
web-once = The link works once, within 15 minutes.
web-saved = Saved
web-local-loading = The table is being loaded: { $loaded } of { $total } MB
web-local-large = The table needs { $total } MB once; afterwards it works without a connection.
web-local-load = Load now
web-local-failed = The table could not be loaded. Check the connection and try again.
web-local-again = Try again
web-local-unkept = This browser keeps nothing: your games end with this tab.
web-local-friends = At one screen, in turns.
offline-kept-games = Your games
offline-kept-where = Games, lessons and puzzles are kept in this browser alone. Take them along as a file.
offline-kept-save = Save as a file
offline-kept-open = Add from a file
offline-kept-added = Everything from the file has been added.
offline-kept-wrong = This is no file of saved games of edokko.
offline-kept-absent = There is no server here: people elsewhere, chat, ratings and events are missing.
web-create-link = Create a link
web-behaviour = Play
web-look = Look
web-move-in = Continue here as the player from your other device? This device’s current player is dropped.
web-move-in-yes = Continue here
web-games-won = { $games ->
    [one] { $games } game, { $wins } won
   *[other] { $games } games, { $wins } won
}
web-rating = { $games ->
    [one] { $players } players: rating { $rating } after { $games } game
   *[other] { $players } players: rating { $rating } after { $games } games
}
web-favourites = Hired most often
web-results = Results
web-result = Place { $place } of { $players }, { $points } IKI

## The page: what a number or a picture means

web-tip-mon = Pays for hires, goods and buildings. At the end every { $every } mon bring 1 IKI.
web-tip-rice = At every payday each of this player’s characters on the board eats 1 rice. On the board now: { $mouths }.
web-tip-sandals = 1 sandal takes the oyakata 1 square further.
web-tip-wood = Pays for buildings. At the end each wood brings { $iki } IKI.
web-tip-koban = Pays for buildings. At the end each koban brings { $iki } IKI.
web-tip-iki =
    { $count } IKI
    The score so far. With everything that counts at the end it would be { $points }. The most IKI wins.
web-tip-fire =
    Firefighting { $count }
    Decides who chooses first and whether a fire stops at this player’s stalls.
web-tip-retired =
    { $type }
    Retired: { $retired }, on the board: { $standing }. Retired characters bring their salary at every payday and do not eat. At the end 1 to { $most } different trades, on the board or retired, bring { $row } IKI.
web-tip-kobun = A kobun stands on each of this player’s cards on the board. Without a free kobun the player can neither hire nor build.
web-tip-goods = Fish of different seasons bring { $row } IKI at the end. Pouches count at the end too, double with a pipe.
web-tip-order = Plays as number { $place } this month. The boats decide, from the left.
web-tip-hire-discount = Every hire costs 1 mon less.
web-tip-extra-step = Every move may go 1 square further.
web-tip-fire-guard = Saves one character from a fire, once.
web-tip-joker = The Puppeteer counts as the trade that brings most at the end.
web-tip-payday = The month ends with a payday: salaries, then characters of one trade side by side, then food.
web-tip-fire-month = The month ends with a fire of strength { $strength }. It starts at the outer end of a nagaya drawn by chance.
web-tip-new-year = Every player visits one more square and may make deals there. Then the final score is counted.
web-tip-hint = The three best moves, each with its chance to win and a reason.
web-tip-fire-next = Next fire: month { $month }, strength { $strength }.
web-hint-at = { $move }, stall { $room }
web-hint-food = needs { $needs } rice at the payday, has { $has }
web-hint-else = The { $card } is not the best choice. Better: 1, 2 or 3.

## The lessons: titles, sentences, sums, replies

# the lessons on the page
lesson-step = Step { $step } of { $steps }
lesson-number = Lesson { $number }: { $title }
lesson-bar = Lesson
lesson-may-press = You may press
lesson-may-move = { $move }, or any card to read it
lesson-may-button = The red button, or any card to read it
lesson-may-next = “Next”, or any card to read it
lesson-leave = Leave lesson
lesson-back = Back
lesson-next = Next
lesson-later = Later in this lesson.
lesson-all = All lessons
lesson-list-lead = Learn IKI by pressing real things on the real board. Nothing counts, and you can leave a lesson and go on later.
lesson-list-size = { $steps } steps, about { $minutes } minutes
lesson-list-start = Start
lesson-list-go-on = Go on
lesson-list-again = Take it again
lesson-press-letter = Press a letter. Try as often as you like.
lesson-show = Show me
lesson-letter = { $letter }: { $target }
lesson-lanterns = Lanterns lit: { $count } of { $all }
lesson-print = This print is yours
lesson-print-of = Print: { $title }
lesson-print-later = Not yet printed: { $title }
lesson-wall = Your prints
lesson-kept = { $count ->
    [3] All three lanterns: splendid.
    [2] Two lanterns of three: very good.
    [1] One lantern of three: well done.
   *[other] You reached the end, and that is what counts.
}
lesson-again = Again, for three lanterns
lesson-aim-people = people who earn
lesson-aim-neighbours = good neighbours
lesson-aim-goods = what you collect

lesson-otherwise = Not now: this step asks for “{ $move }”.
lesson-otherwise-next = That comes later in this lesson. Press “Next”.

lesson-street = The street
lesson-street-learned = Your boat says how far you walk; where you stop, you make deals.
lesson-street-aim = Twelve months: the player with the most IKI at New Year wins.
lesson-street-oyakata = This figure is your oyakata; it walks round the eight squares of the street.
lesson-street-boat = The number of your boat says how far you will walk.
lesson-street-boat-ask = Which boat takes you to the rice shop?
lesson-street-boat-short = This boat stops too early; count the squares to the rice shop.
lesson-street-boat-far = This boat takes you past it; count the squares from the start.
lesson-street-boat-yes = As many squares as its number: there is the rice shop.
lesson-street-income = Take your income in mon, the coins of this street.
lesson-street-no-hire = You will hire in the next lesson. Take the income now.
lesson-street-walk = Walk as far as your boat says; each sandal you spend adds a square.
lesson-street-walk-ask = Which walk costs you no sandal?
lesson-street-walk-no = That is one square more than your boat says: it takes a sandal.
lesson-street-walk-yes = Just as far as your boat says, and your sandals stay with you.
lesson-street-shop = You stand at the rice shop: make a deal with it.
lesson-street-not-done = First buy the rice: you will need it later.
lesson-street-done = End your turn; then the other players take theirs.
lesson-street-month = A new month: the player ahead in firefighting chooses a boat first.
lesson-street-month-ask = Who chooses first this month?
lesson-street-month-no = No firefighting here yet; look who stopped at the fire tower.
lesson-street-month-yes = One stop at the fire tower was enough to be first.

lesson-hiring = Hiring
lesson-hiring-learned = You hire people: each needs its price, a stall and one of your kobun.
lesson-hiring-row = Instead of income you may hire one of these people.
lesson-hiring-mon = You pay the price on a card and get the mon lying on it.
lesson-hiring-mon-ask = Which of these leaves you the most mon?
lesson-hiring-mon-no = { $monk }: one mon lies on it, but its price is high; compare the prices.
lesson-hiring-mon-bare = { $sandal_maker }: no mon lies on this card; look for one with a coin.
lesson-hiring-mon-yes = { $book_lender }: a low price, and a mon on top.
lesson-hiring-fire = Some people raise your firefighting as soon as they have a stall.
lesson-hiring-fire-ask = Who brings you firefighting?
lesson-hiring-fire-no = This card brings none; look for the sign at the top of the cards.
lesson-hiring-fire-yes = { $monk }: one step more, and you hire it now.
lesson-hiring-place = Each person needs a stall; one at the crossing costs { $surcharge } mon more.
lesson-hiring-place-ask = Which stall leaves you the most mon?
lesson-hiring-place-no = This stall is at the crossing, so it costs more; look further out.
lesson-hiring-place-yes = Away from the crossing you pay nothing more.
lesson-hiring-kobun = A helper in your colour, a kobun, stands on your cards; free: { $kobun }.
lesson-hiring-kobun-ask = Which of these people is yours too?
lesson-hiring-kobun-no = The kobun here has another colour; compare it with your { $monk }.
lesson-hiring-kobun-yes = Your colour: this one works for you as well.
lesson-hiring-land = Now walk as far as your boat says, from where your oyakata stands.
lesson-hiring-land-ask = Where do you land without a sandal?
lesson-hiring-land-no = That takes a sandal; count again from your oyakata.
lesson-hiring-land-yes = As far as the boat says: you land at the fire tower.

lesson-other-done = Not yet: first make the deal that is marked.
lesson-other-deal = That deal is allowed, but make the marked one.
lesson-other-deal-later = You need no deal now: end your turn.

lesson-neighbours = Neighbours
lesson-neighbours-learned = Neighbours of one trade earn together.
lesson-neighbours-type = Colour and sign show a person’s trade: this one is an artisan.
lesson-neighbours-nagaya = Harmony: two of one trade in a house of four stalls earn IKI.
lesson-neighbours-nagaya-ask = In which house are artisans in harmony?
lesson-neighbours-nagaya-no = Only one artisan lives here; look for two in one house.
lesson-neighbours-nagaya-none = Two masters are in harmony here; now look for two artisans.
lesson-neighbours-nagaya-yes = Two artisans in one house: both earn IKI for their owner at payday.
lesson-neighbours-hire = The four stalls at the crossing are neighbours too; two artisans stand there.
lesson-neighbours-hire-ask = Whom do you hire to join them?
lesson-neighbours-hire-no = That is another trade; look for the colour and sign of the artisans.
lesson-neighbours-hire-yes = A third artisan: now it needs the best stall.
lesson-neighbours-place = Harmony pays your people in a group times all people of that trade there.
lesson-neighbours-place-ask = Where does your artisan earn most at payday?
lesson-neighbours-place-one = Not bad: one of yours in each group; look where you would have two.
lesson-neighbours-place-alone = Alone in this house it earns nothing; look for other artisans.
lesson-neighbours-place-yes = { $kobun } of yours times { $cards } in the group, at every payday.
lesson-neighbours-done = End your turn: this month closes with payday.
lesson-neighbours-iki = Harmony has paid, and it will pay again at every payday.
lesson-neighbours-next = This shopkeeper of yours is still alone.
lesson-neighbours-next-ask = Where would a second shopkeeper make harmony?
lesson-neighbours-next-no = No shopkeeper lives in this house; look where yours stands.
lesson-neighbours-next-yes = Same trade, same house: that is harmony.

lesson-trade = Deals and experience
lesson-trade-learned = Two deals at every stop, and experience at every lap.
lesson-trade-lap = Whenever your oyakata passes the start line, your people each climb a step.
lesson-trade-lap-ask = Who then reaches the top and retires?
lesson-trade-lap-no = { $monk }: steps are still missing; compare the ladders on the cards.
lesson-trade-lap-yes = { $dyer }: only the last step is missing.
lesson-trade-sandal = You sit in boat 1; each sandal that you spend adds a square.
lesson-trade-sandal-ask = Where do you land with exactly one sandal?
lesson-trade-sandal-none = Your boat alone takes you here; a sandal takes you further.
lesson-trade-sandal-two = Here you spend more than one; stop earlier.
lesson-trade-sandal-yes = One square for the boat, one for the sandal: the rice shop.
lesson-trade-retired = { $dyer }: retired, its kobun is free, and it pays on at every payday.
lesson-trade-shop = Now make deals: first one with the shop.
lesson-trade-work = Then you may deal with one person of your square, even another player’s.
lesson-trade-work-ask = With whom can you deal here?
lesson-trade-work-no = That stall belongs to another square; look behind the rice shop.
lesson-trade-work-yes = Right behind the rice shop, and the deal brings you rice.
lesson-trade-owner = Your deal moved the other player’s person up one step.

lesson-payday = Payday and food
lesson-payday-learned = Before every payday: one rice for each of your people.
lesson-payday-months = Payday comes four times a year, at the end of these months.
lesson-payday-food = At payday each of your people on the board eats one rice.
lesson-payday-food-ask = Which player has too little rice?
lesson-payday-food-no = Here is rice enough; compare people and rice of each player.
lesson-payday-food-yes = You: one of your people will go hungry and leave.
lesson-payday-salary = Before that, each person pays the salary at the step of its kobun.
lesson-payday-salary-ask = Who pays you the most IKI?
lesson-payday-salary-none = { $yamabushi }: no salary at all; look for IKI on the ladders.
lesson-payday-salary-mon = { $soba }: mon are useful, but look for IKI.
lesson-payday-salary-yes = { $seamstress }: its kobun stands beside the IKI, and payday begins.
lesson-payday-retired = A retired person pays the last salary at every payday.
lesson-payday-starve = You lack one rice, so one of your people must go.
lesson-payday-starve-ask = Whom can you spare best?
lesson-payday-starve-no = This one pays at every payday; look for a person without a salary.
lesson-payday-starve-yes = { $yamabushi }: no salary is lost.
lesson-payday-kobun = Its kobun is free again, and your firefighting stays.
lesson-payday-rice = The next payday closes month { $next }: gather your rice before.
lesson-payday-rice-ask = Where do you get rice?
lesson-payday-rice-no = Sandals are sold here; look for the rice on the signs.
lesson-payday-rice-away = Here you give rice away for mon; look for a shop that sells it.
lesson-payday-rice-yes = The rice shop: stop there before the payday.

lesson-fire = Fire and New Year
lesson-fire-learned = Firefighting as high as the fire keeps your people safe.
lesson-fire-months = Three times a year a month ends with a fire.
lesson-fire-weaker = It enters one house from the edge, and each stall makes it weaker.
lesson-fire-weaker-ask = Where is the fire weakest?
lesson-fire-weaker-edge = Here it begins with its full strength; look towards the crossing.
lesson-fire-weaker-no = It is weaker already, but one more stall is left.
lesson-fire-weaker-yes = Beside the crossing: the longest way, the weakest fire.
lesson-fire-guard = It burns people whose owner has less firefighting than it has strength there.
lesson-fire-guard-ask = Who in this house is safe?
lesson-fire-guard-no = The owner’s firefighting is below the fire; compare both numbers.
lesson-fire-guard-near = Yours, and nearly high enough; look who stands further in.
lesson-fire-guard-yes = As high as the fire or higher: the fire goes out.
lesson-fire-tower = You stand at the fire tower, which raises your firefighting.
lesson-fire-done = End your turn: the fire comes to this house.
lesson-fire-out = The first stall burned, but your person put the fire out.
lesson-fire-visit = New Year: visit any square without walking, for your last deals.
lesson-fire-visit-ask = Where do you get the most IKI?
lesson-fire-visit-tower = No fire comes any more; look for a deal that yields IKI.
lesson-fire-visit-mon = A few mon, but no IKI; look at the person in the light.
lesson-fire-visit-yes = First pawn a sandal; then { $incense } turns mon into IKI.
lesson-fire-trade = Your last deals: a sandal for mon, then mon for IKI.

lesson-goods = Fish, pipes, pouches and buildings
lesson-goods-learned = What you collect counts at New Year.
lesson-goods-fish = At the fish market you may buy one fish each season.
lesson-goods-seasons = At the end fish of different seasons count together.
lesson-goods-seasons-ask = Whose fish bring the most now?
lesson-goods-seasons-no = One dear fish of one season; look for fish of two seasons.
lesson-goods-seasons-none = No fish here; compare what the players have.
lesson-goods-seasons-yes = Yours: two cheap fish of two seasons beat one dear fish.
lesson-goods-tobacco = The tobacco shop sells a pipe and a pouch in one deal.
lesson-goods-other-tobacco = Good, but take both marked goods in one deal.
lesson-goods-double = At the end a pouch brings IKI, and a pipe doubles it.
lesson-goods-build = At the construction site you pay koban and wood for a building.
lesson-goods-build-ask = Which building can you pay?
lesson-goods-build-no = It costs more than you have; compare its price with your goods.
lesson-goods-build-yes = { $inn }: you have just what it costs.
lesson-goods-place = Like a person, it takes a stall and a free kobun.
lesson-goods-place-ask = Which stall costs nothing more?
lesson-goods-place-no = A building pays for the crossing too; look further out.
lesson-goods-place-yes = Away from the crossing it costs nothing more.
lesson-goods-rice = Payday comes again, and your people will be hungry.
lesson-goods-rice-ask = Which of these needs no rice?
lesson-goods-rice-no = A person eats one rice; look for something that is no person.
lesson-goods-rice-yes = { $inn }: a building never eats.
lesson-goods-points = It pays nothing now, but its IKI count at the end.

lesson-end = The end and the score
lesson-end-learned = The most IKI wins, and much of it comes from what you collect.
lesson-end-track = At New Year the IKI on the track count first.
lesson-end-track-ask = Who leads on the track?
lesson-end-track-you = You are last on the track; compare the other numbers.
lesson-end-track-no = Close behind; compare this number with the others.
lesson-end-track-yes = In front for now, but much is still to be counted.
lesson-end-types = Different trades bring IKI; the retired { $card } replaces one that you lack.
lesson-end-fish = Fish of different seasons count together, and dear fish a little more.
lesson-end-fish-ask = Who gets the most IKI for fish?
lesson-end-fish-no = Fewer seasons here; count the fish of each player.
lesson-end-fish-yes = Yours: the most seasons, and dear fish among them.
lesson-end-pouches = A tobacco pouch brings IKI, and a pipe doubles it.
lesson-end-pouches-ask = Who gets the most IKI for tobacco?
lesson-end-pouches-no = Little or no tobacco here; look for pouches with a pipe.
lesson-end-pouches-yes = Your pouches count double, because you have a pipe.
lesson-end-building = This building of yours brings the IKI of your fish once more.
lesson-end-who = Koban, wood and mon add a little at last.
lesson-end-who-ask = Then who wins?
lesson-end-who-no = Strong on the track, but with less collected; add up each player.
lesson-end-who-yes = You, from the last place on the track: the most IKI wins.
lesson-end-done = One thing is left: end your last turn.
lesson-end-total = This is your whole sum, from the track to the last mon.
## The page: the analysis board and puzzles

study-title = Analysis board
study-intro = Play all seats, choose what chance brings, go back and try something else. The engine shows the best moves.
study-from-empty = A new game
study-from-record = A record
study-drop = Choose the file of a record, or drop it anywhere on this page.
study-from-position = A position string
study-file = Choose a file
study-example = A position to try
study-try = Try it
study-players = { $count } players
study-open = Open the board
study-seen-from = Seen from
study-best = Best moves
study-engine = Engine
study-engine-off = The engine is off.
study-thinking = The engine begins …
study-waiting = { $count ->
        [one] One analysis is before yours.
       *[other] { $count } analyses are before yours.
    }
study-simulations = { $count } simulations
study-first-guess = A first guess
study-lost = All moves lose about the same. They stand by their expected score.
study-win = chance to win
study-played = played in the game
study-deeper = Look deeper
study-variations = Variations
study-start = Start
study-promote = Main line
study-delete = Delete
study-more = { $count } more
study-name-variation = Name of this variation
study-comment = Comment
study-walk = Moves and study
study-back = One move back
study-on = One move on
study-name = Name of the study
study-save = Save
study-save-copy = Save a copy
study-copy-position = Copy the position
study-analyse = Analyse
study-play-on = Play on
study-play-title = Play on from here
study-play-told = A new table begins at this position. Choose your seat and who plays the others. The game does not count for ratings or results.
study-play-chance = Chance comes next: it is drawn when the game begins.
study-play-over = The game is over here, so nothing is left to play.
study-play-decides = to move
study-as-study = As a study
study-no-record = A game that began at a position has no record. A study keeps its moves.
study-chance = What chance brings
study-draw = Let chance decide
study-choose-chance = Let me choose chance
study-choose-reveal = { $count ->
        [one] Choose the character that is revealed.
       *[other] Choose the { $count } characters that are revealed.
    }
study-choose-buildings = { $count ->
        [one] Choose the building on offer.
       *[other] Choose the { $count } buildings on offer.
    }
study-choose-closed = Choose the boat that is closed.
study-choose-fire = Choose the nagaya where the fire breaks out.
study-chance-reveal = Revealed: { $names }
study-chance-buildings = On offer: { $names }
study-chance-closed = Closed: { $names }
study-chance-fire = Fire: { $names }
study-reviewing = The game is being reviewed: { $done } of { $total } decisions
study-review-turns = What turned the game
study-review-curve = Chances to win, by month
study-review-mine = Your mistakes
study-review-flawless = No mistakes found.
study-chances = Chance to win
study-expected = Expected IKI
study-as-table = As a table
study-as-curve = As a curve
study-review-off = Close the review
study-mistake-before = Previous mistake
study-mistake-after = Next mistake
study-mistakes-others = Mistakes of the others
study-mistakes = Mistakes
study-curve = Curve
study-turns-short = Turns
study-figures = Figures
study-forced = Nothing to choose here.
study-equal = No other move is clearly better.
study-reviews-before = { $count ->
    [one] One review comes before it.
   *[other] { $count } reviews come before it.
}
study-again = Try again
study-then = then { $moves }
study-decides = { $seat } decides
puzzle-title = Puzzle
puzzle-tried = { $count } tried it
puzzle-you = Your figure.
puzzle-board = The board of the puzzle, month { $month }
puzzle-difficulty = Difficulty { $difficulty } of 5
puzzle-question = { $count ->
        [one] { $seat }: find the one best move.
       *[other] { $seat }: find the best { $count } moves.
    }
puzzle-theme-slot = It begins with a boat.
puzzle-theme-hire = It begins with income or a hire.
puzzle-theme-walk = It begins with a move on the street.
puzzle-theme-trade = It begins with a deal.
puzzle-theme-visit = It is New Year: it begins with a visit.
puzzle-theme-loss = Something is lost. Choose what.
puzzle-ask-slot = Which boat is best here?
puzzle-ask-hire = Income, or whom do you hire?
puzzle-ask-walk = How far do you go?
puzzle-ask-trade = Which deal is best here?
puzzle-ask-visit = Which square do you visit at New Year?
puzzle-ask-loss = What do you give up?
puzzle-help-slot = A boat says how far you walk. The leftmost acts first.
puzzle-help-hire = A character costs mon now and earns at every payday.
puzzle-help-walk = Each square has another shop. Sandals take you further.
puzzle-help-trade = You make one deal with the shop and one with a character.
puzzle-help-visit = These are the last deals of the game: only IKI counts.
puzzle-help-loss = Compare what each of them still brings.
puzzle-kind-ikizama = Think of who plays before you, and of the squares within reach.
puzzle-kind-income = This time it is not a hire.
puzzle-kind-hire = A hire is better than income.
puzzle-kind-move = Look at what each square offers.
puzzle-kind-shop = It is a deal with the shop.
puzzle-kind-work = It is a deal with a character.
puzzle-kind-done = Here it is best to stop.
puzzle-kind-visit = Look at what each square offers.
puzzle-kind-guard = Spend the guard: this card is worth it.
puzzle-kind-burn = Keep the guard.
puzzle-kind-starve = Compare what they still bring.
puzzle-hint = Hint
puzzle-hint-wrong = This looks good, but is not best: { $move }
puzzle-give-up = Show the solution
puzzle-on = Right so far. Go on.
puzzle-goes-on = { $count ->
        [one] Right. One more decision follows.
       *[other] Right. { $count } more decisions follow.
    }
puzzle-play-on = Go on with it
puzzle-found = You have found it.
puzzle-wrong = Another move is better.
puzzle-counts = { $found } of { $answers } players have found it.
puzzle-sum = wins { $win } of 100 games, { $iki } IKI
puzzle-solution = The solution
puzzle-play-out = Play it out
puzzle-analyse = Analysis board
puzzle-next = Next puzzle
puzzle-look = Look at it

## The page: the rules in short

rules-goal = Goal of the game
rules-goal-text = You are merchants on a market street in Edo. For twelve months you hire characters, help them to gain experience and build. The player with the most *IKI* at the end wins.
rules-month = A month
rules-month-text = In the order of [firefighting], each player takes a boat. It says how far you move. Then the players take their turns, *leftmost boat first*. The boats are the *way of life* (ikizama) track of the rulebook.
rules-month-free = Boat *1–4* brings *{ $mon }* and neither income nor a hire.
rules-month-bare = Boat *1–4* brings neither income nor a hire.
rules-hire = Hire
rules-hire-text = Take *{ $income }*, or hire one character: pay the price less the mon on the card. Put a free [kobun] on it.
rules-hire-corner = A stall at the *crossing* costs *+{ $mon }*. The four are a fifth group of neighbours.
rules-hire-middle = The *middle* stall of a [nagaya] costs *+{ $mon }*. It can be reached from both shops.
rules-move = Move
rules-move-text = Your [oyakata] moves exactly the number of your boat, plus 1 square for each sandal you spend. When it crosses the [lap line|lap], all your characters on the board gain 1 [experience].
rules-trade = Deals
rules-trade-text = One deal with the shop of your square and one with a character in its stalls. If it is another player’s character, it gains 1 [experience].
rules-trade-retire = A character at the circle retires: its [kobun] is free again.
rules-payday = Payday
rules-payday-months = end of months { $months }
rules-salary = *Salaries* of all your characters, on the board and retired
rules-harmony = *Neighbours* of one trade in a [nagaya], at least two: your [kobun] × all cards of that trade, e.g. { $kobun } × { $cards } = { $iki } IKI
rules-food = *Food:* 1 rice for each of your characters *on the board*, or it leaves
rules-houses = *{ $names }* pay
rules-fire = Fire
rules-fire-less = one less at each stall
rules-fire-text = It starts at the outer end of a [nagaya] and burns characters, buildings and [neutral] cards. An owner with [firefighting] at least that high puts it out.
rules-goods = Goods
rules-goods-end = at the end
rules-goods-text = Pouches count double with a pipe. Rice and sandals bring nothing.
rules-fish = Fish
rules-fish-seasons = different seasons
rules-types = Trades
rules-types-text = All the characters you hired count, *on the board and retired*.
rules-buildings = Buildings
rules-buildings-text = { $shop }: *{ $mon }* and the cost of the building. A free [kobun] stays on it. No deals are made with it, it needs no food, but it can burn.
rules-end = Score
rules-end-text = At New Year each player visits any square once more. Then IKI, trades, fish, pouches, buildings and goods are added up. In a tie, the higher [firefighting] wins.
rules-two = Two players
rules-two-text = Each month one boat is closed. At its end the player with the sun (odd months) or the moon (even months) puts a [neutral] character into a free stall.
rules-two-old = At the end of each month one player puts a [neutral] character into a free stall.
rules-now = your step now
rules-now-other = the step now
rules-search = Search: fire, rice …
rules-none = No rule with this word. Try fire, rice or payday.
rules-own = Your goods
web-note-kobun = Kobun: your worker pieces. One stands on each of your cards; it comes back when the card retires or leaves.
web-note-nagaya = Nagaya: a row of stalls, marked by a letter. The cards in it are neighbours.
web-note-oyakata = Oyakata: your big piece. It walks round the street, 1 to 8.
web-note-firefighting = Firefighting: your place on the flame track. The player furthest along chooses first; in a tie, the last to get there.
web-note-lap = Lap line: the chequered line between squares 8 and 1.
web-note-experience = Experience: the kobun on the card goes up a step, to the next salary.
web-note-neutral = Neutral: a character without an owner. It counts as a neighbour and leaves after one deal.
