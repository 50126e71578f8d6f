# The texts of edokko in English: a message a line, its id before the equals sign.
# Ids are kebab-case and begin with the part of the project that shows them. Variables are written { $name }.
# Names of cards, fish, seasons, types and shops come from the components and arrive as variables.

## Lists, amounts and names

list-comma = { ", " }
list-and = { $first } and { $last }
list-or = { $first } or { $last }

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
good-fish-dear = { $name } (dear)
good-pipe = { $season } pipe { $number }
good-pouch = { $season } pouch { $number }

token-hire-discount = hiring discount
token-extra-step = Move +1
token-fire-guard = fire guard
token-joker = joker

square = { $name } ({ $number })
square-none = the start area
seat-number = Seat { $number }
seat-neutral = neutral
card-owned = { $seat }’s { $card }
card-neutral = the neutral { $card }
room-empty = nobody
group-nagaya = nagaya { $nagaya }
group-corners = the corners

## What cards and goods do

card-trade = { $spend } → { $gain }
card-pay = { $spend }
card-train = train a character
card-build = build
card-build-discount = build for { $discount } less
card-swap = swap two characters
card-opponents = opponents get { $gain }
card-token = retires with: { $token }
card-step = { " · " }
card-nothing = –
building-fed = { $amount } per character fed at season’s end
building-largest-type = { $amount } per character of your largest type at season’s end
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
        [one] type
       *[other] { $count } types
    }
per-largest-type = { $count ->
        [one] character of your largest type
       *[other] { $count } characters of your largest type
    }
per-fish-value = { $count ->
        [one] IKI of your fish
       *[other] { $count } IKI of your fish
    }

## Moves

move-with-details = { $move } — { $details }
move-start = Start with the { $card }
move-place = Stall { $room }
move-place-behind = Stall { $room }, behind the { $shops }
move-ikizama = Slot { $slot }
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
        [one] 1 mon lies on it
       *[other] { $count } mon lie on it
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
ask-ikizama = Choose your way of life for this month.
ask-income = Take your income, or hire somebody?
ask-move = How far do you move?
ask-stay = The Ox Cart has retired on the way. One step more?
ask-shop = Business: one deal with the shop, one with a character.
ask-train = Whom do you train?
ask-build = What do you build?
ask-swap = Who changes places?
ask-with = With whom?
ask-guard = The fire has reached { $card } in { $room }. Spend a fire guard?
ask-starve = { $count ->
        [one] There is not enough rice. Who leaves?
       *[other] There is not enough rice; { $count } have to leave. Who goes?
    }
ask-neutral = Which character of the row becomes neutral?
ask-visit = New Year: which square do you visit?

kind-start = a start character
kind-place = a stall
kind-ikizama = your way of life
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
kind-starve = who leaves for want of rice
kind-neutral = the neutral character
kind-visit = the square of New Year

## Why a move is not legal

refusal-game-over = The game is over.
refusal-chance = Nobody decides now: chance has its turn.
refusal-not-now = That is not asked now. To be decided: { $asked }.
refusal-short = You are short of { $missing }.
refusal-no-free-kobun = You have no free kobun: all of them stand on cards.
refusal-no-free-room = There is no free stall.
refusal-room-not-on-board = There is no stall { $room } on this board.
refusal-room-occupied = Stall { $room } is occupied by { $card }.
refusal-not-an-outer-room = A start character goes to an outermost stall; { $room } is none.
refusal-no-character-there-building = In stall { $room } stands the { $card }, a building.
refusal-no-character-there-empty = Stall { $room } is empty.
refusal-not-your-character = In stall { $room } is { $card }, not one of yours.
refusal-same-room = A swap needs two different stalls; { $room } is already the first.
refusal-start-card-taken = The { $card } is taken already.
refusal-start-card-taken-board = The { $card } is taken already: it is in stall { $room }.
refusal-start-card-taken-seat = The { $card } is taken already by { $seat }.
refusal-not-in-row = The { $card } is not in the row.
refusal-not-in-row-board = The { $card } is not in the row: it is in stall { $room }.
refusal-not-in-row-seat = The { $card } is not in the row: it has retired with { $seat }.
refusal-not-on-offer = The { $card } is not on offer in this game.
refusal-not-on-offer-board = The { $card } is built already, in stall { $room }.
refusal-not-on-offer-seat = The { $card } is built already by { $seat }.
refusal-slot-not-used = Slot { $slot } is not used in this game.
refusal-slot-closed = Slot { $slot } is closed this month.
refusal-slot-taken = Slot { $slot } is taken by { $seat }.
refusal-slot-only-moves = Slot { $slot } has neither income nor hiring.
refusal-too-few-squares = Your slot moves you at least { $limit ->
        [one] 1 square
       *[other] { $limit } squares
    }; sandals never shorten a move.
refusal-too-many-squares = You can move at most { $limit ->
        [one] 1 square
       *[other] { $limit } squares
    }; for this you are short of { $missing }.
refusal-option-not-in-edition = No shop of this edition offers that.
refusal-wrong-square = That is done at the { $squares }, and you are not there.
refusal-shop-done = You have had your deal with a shop this turn.
refusal-not-on-sale = Not on sale: { $good }.
refusal-not-on-sale-seat = Not on sale: { $good }, which { $seat } has bought.
refusal-fish-of-season-held = One fish a season, and you already have this one: { $good }.
refusal-room-not-here = Stall { $room } is served from the { $squares }, and you are not there.
refusal-work-done = You have had your deal with a character this turn.
refusal-nobody-to-train = You have no character on the board to train.
refusal-needs-two-characters = A swap needs two characters on the board.
refusal-nothing-to-build = No building is left on offer.
refusal-nothing-to-build-nearest = There is no building that you can pay for. Nearest is the { $card }: you are short of { $missing }.

## What happened

event-changes = { $seat }: { $changes } ({ $why })
event-fire-level = firefighting { $level }
event-progress = { $card } { $xp }/{ $needed }
event-xp-gained = { $seat }: experience for { $card }
event-xp-gathered = { $seat }: experience for { $cards }
event-retired = { $card } retires from { $room }
event-token-gained = { $seat } gains a token: { $token }
event-token-spent = { $seat } spends a token: { $token }
event-placed = { $seat }: the { $card } moves into { $room }
event-placed-neutral = The { $card } moves into { $room } as a neutral
event-left-use = { $card } leaves { $room } and the game
event-left-fire = The fire takes { $card } in { $room }
event-left-food = For want of rice { $card } leaves { $room } and the game
event-left-no-room = No stall is free: the { $card } leaves the game
event-row-cleared = Leaving the row: { $cards }
event-moved = { $seat } moves { $squares ->
        [one] 1 square
       *[other] { $squares } squares
    } to the { $square }
event-visited = { $seat } visits the { $square }
event-lapped = { $seat } crosses the lap line
event-swapped = { $seat } swaps the stalls { $first } and { $second }; the { $card } is now in { $first }
event-slot-taken = { $seat } takes slot { $slot }
event-slot-closed = Slot { $slot } is closed this month
event-card-taken-hired = { $seat } hires the { $card }
event-card-taken-built = { $seat } builds the { $card }
event-card-taken-neutral = The { $card } is chosen as a neutral
event-good-bought = { $seat } buys: { $good }
event-revealed-gathered = New in the row: { $cards }
event-offered-gathered = Buildings on offer: { $cards }
event-mon-gathered = 1 mon is put on: { $cards }
event-fire-broke-out = Fire breaks out in nagaya { $nagaya }, strength { $strength }
event-fire-passed = The fire passes the empty stall { $room }
event-fire-put-out = { $seat } puts out the fire at { $room }, strength { $strength }
event-fire-died = The fire in nagaya { $nagaya } dies down
event-season-began = The goods of { $season } are put out
event-payday-began = Payday of month { $month }
event-harmony-scored = { $seat }: +{ $amount } (harmony in { $group }: { $type } × { $count })
event-fed-all = { $seat } feeds everybody: { $fed } rice
event-fed-some = { $seat } feeds { $fed } of { $mouths }
event-fed-none = { $seat } has nobody to feed
event-month-began = Month { $month } begins
event-new-year-began = New Year
event-turn-began = { $seat }’s turn, slot { $slot }
event-turn-began-new-year = { $seat }’s New Year
event-game-ended = The game is over

reason-setup = setup
reason-slot = slot { $source }
reason-income = income
reason-card-mon = on the { $source }
reason-hire = hires the { $source }
reason-surcharge = stall { $source }
reason-hire-bonus = hire bonus of the { $source }
reason-move = longer way
reason-lap = lap
reason-shop = { $shop }
reason-work = deal with the { $source }
reason-opponent = the { $source } of somebody else
reason-use = use
reason-training = training
reason-build = builds the { $source }
reason-good = { $source }
reason-salary = salaries
reason-harmony = harmony in { $source }
reason-food = food
reason-building = { $source }
reason-fire = fire
reason-season = season
reason-neutral = neutral
reason-other = other

