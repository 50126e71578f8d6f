# The texts of edokko in Polish. Players are called “ty”; verbs about them stand in the present, which has no gender;
# names of cards stand in the nominative, since they come from the components and are never inflected.

## Lists, amounts and names

list-comma = { ", " }
list-events = { " · " }
list-and = { $first } i { $last }
list-or = { $first } lub { $last }
list-plus = { " + " }
line-step = { " → " }

amount-mon = { $count } mon
amount-rice =
    { $count ->
        [one] { $count } ryż
        [few] { $count } ryżu
        [many] { $count } ryżu
       *[other] { $count } ryżu
    }
amount-sandals =
    { $count ->
        [one] { $count } sandał
        [few] { $count } sandały
        [many] { $count } sandałów
       *[other] { $count } sandała
    }
amount-wood =
    { $count ->
        [one] { $count } drewno
        [few] { $count } drewna
        [many] { $count } drewna
       *[other] { $count } drewna
    }
amount-koban = { $count } koban
amount-iki = { $count } IKI
amount-fire = { $count } do walki z ogniem
amount-more = +{ $amount }
amount-less = −{ $amount }

good-fish-cheap = { $name } (tańsza ryba)
good-fish-dear = { $name } (droższa ryba)
good-pipe = fajka { $number } ({ $season })
good-pouch = tytoń { $number } ({ $season })

token-hire-discount = tańsze zatrudnienie
token-extra-step = ruch +1
token-fire-guard = ochrona przed ogniem
token-joker = joker

square = { $name } ({ $number })
square-none = obszar startowy
seat-number = Miejsce { $number }
seat-alike = { $name } ({ $number })
seat-neutral = neutralna
card-owned = { $card } ({ $seat })
card-neutral = { $card } (neutralna)
card-own = { $card } (twoja karta)
room-empty = brak postaci
group-nagaya = nagaya { $nagaya }
group-corners = narożniki

## What cards and goods do

card-trade = { $spend } → { $gain }
card-train = szkolenie postaci
card-build = budowa
card-build-discount = budowa taniej o { $discount }
card-swap = zamiana dwóch postaci
card-opponents = { $gain } dla rywali
card-token = na emeryturze: { $token }
card-step = { " · " }
card-nothing = –
building-fed = { $amount } za każdą postać nakarmioną na koniec pory roku
building-largest-type = { $amount } za każdą postać twojego najliczniejszego zawodu na koniec pory roku
building-hire-bonus = { $amount } przy zatrudnieniu z premią
score-per = { $iki } za { $counted }
score-at-most = { $text } (najwyżej { $iki })
per-mon = { $count ->
        [one] każdy mon
       *[other] każde { $count } mon
    }
per-rice = { $count ->
        [one] każdy ryż
        [few] każde { $count } ryże
        [many] każde { $count } ryży
       *[other] każde { $count } ryżu
    }
per-sandals = { $count ->
        [one] każdy sandał
        [few] każde { $count } sandały
        [many] każde { $count } sandałów
       *[other] każde { $count } sandała
    }
per-wood = { $count ->
        [one] każde drewno
        [few] każde { $count } drewna
        [many] każde { $count } drewien
       *[other] każde { $count } drewna
    }
per-koban = { $count ->
        [one] każdy koban
       *[other] każde { $count } koban
    }
per-iki = { $count ->
        [one] każdy punkt IKI
        [few] każde { $count } punkty IKI
        [many] każde { $count } punktów IKI
       *[other] każde { $count } punktu IKI
    }
per-fire = { $count ->
        [one] każdy poziom walki z ogniem
        [few] każde { $count } poziomy walki z ogniem
        [many] każde { $count } poziomów walki z ogniem
       *[other] każde { $count } poziomu walki z ogniem
    }
per-types = { $count ->
        [one] każdy zawód
        [few] każde { $count } zawody
        [many] każde { $count } zawodów
       *[other] każde { $count } zawodu
    }
per-largest-type = { $count ->
        [one] każdą postać twojego najliczniejszego zawodu
        [few] każde { $count } postacie twojego najliczniejszego zawodu
        [many] każde { $count } postaci twojego najliczniejszego zawodu
       *[other] każde { $count } postaci twojego najliczniejszego zawodu
    }
per-fish-value = { $count ->
        [one] każdy punkt IKI twoich ryb
        [few] każde { $count } punkty IKI twoich ryb
        [many] każde { $count } punktów IKI twoich ryb
       *[other] każde { $count } punktu IKI twoich ryb
    }

## Moves

move-with-details = { $move } — { $details }
move-start = Zacznij z kartą: { $card }
move-place = Stoisko { $room }
move-place-behind = Stoisko { $room }: { $shops }
move-ikizama = Łódź { $slot }
move-income = Pobierz przychód
move-hire = Zatrudnij: { $card }
move-move = { $squares ->
        [one] Przesuń się o 1 pole
        [few] Przesuń się o { $squares } pola
        [many] Przesuń się o { $squares } pól
       *[other] Przesuń się o { $squares } pola
    }
move-stay = Zostań tutaj
move-step = Zrób dodatkowy krok
move-shop-buy = Kup: { $goods }
move-shop-sandals = Kup sandały
move-shop-rice = Kup ryż
move-shop-fire = Wejdź na strażnicę
move-shop-pawn-rice = Zastaw ryż
move-shop-pawn-sandal = Zastaw sandał
move-shop-buy-rice = Kup ryż na placu budowy
move-shop-koban = Wymień mon na koban
move-shop-two-koban = Wymień mon na dwa koban
move-shop-coins = Weź drobne
move-work = Interes: { $card }, stoisko { $room }
move-done = Zakończ turę
move-train = Szkolenie: { $card }, stoisko { $room }
move-build = Zbuduj: { $card }
move-swap = Przenieś: { $card } z { $room }
move-with = Zamień z: { $card } w { $room }
move-guard = Wydaj ochronę przed ogniem
move-burn = Pozwól postaci spłonąć
move-starve = Odchodzi { $card } z { $room }
move-neutral = Wybierz: { $card }
move-visit = Odwiedź: { $square }

detail-mon-on-card = { $count ->
        [one] { $count } mon na karcie
        [few] { $count } mon na karcie
        [many] { $count } mon na karcie
       *[other] { $count } mon na karcie
    }
detail-prices = { $price } ({ $dear })
detail-room-price = { $price } w { $rooms }
detail-room-extra = { $price } więcej w { $rooms }
detail-slot = do: { $shop }
detail-slot-only-moves = bez przychodu i zatrudnienia, dowolne pole od: { $first } do: { $last }
detail-to = do: { $square }
detail-lap = kończy okrążenie
detail-on-top = twój znacznik trafia na wierzch
detail-token-gained = zyskujesz żeton: { $token }
detail-token-spent = wydajesz żeton: { $token }
detail-characters =
    { $count ->
        [one] { $count } postać
        [few] { $count } postacie
        [many] { $count } postaci
       *[other] { $count } postaci
    }
detail-learns = { $count ->
        [one] { $cards } zyskuje doświadczenie
       *[other] { $cards } zyskują doświadczenie
    }
detail-retires = { $card } przechodzi na emeryturę
detail-it = ta postać
detail-at-end = { $worth } na koniec
detail-leaves = { $card } odchodzi z gry
detail-every-opponent = każdy przeciwnik dostaje { $amount }
detail-opponent = { $seat } dostaje { $amount }
detail-asks-train = potem wybierasz, kogo szkolisz
detail-asks-build = potem wybierasz budynek
detail-asks-swap = potem wybierasz dwie postacie
detail-then = potem { $what }

## What a decision asks

ask-start = Którą postać startową bierzesz?
ask-place = Na którym stoisku?
ask-place-card = Na którym stoisku kładziesz kartę: { $card }?
ask-ikizama = Wybierz łódź: jak daleko idziesz w tym miesiącu?
ask-income = Pobierasz przychód czy zatrudniasz postać?
ask-walk = łódź { $slot } → { $squares }
ask-move = O ile pól się przesuwasz?
ask-stay = Woli zaprzęg po drodze przeszedł na emeryturę. Jeszcze jeden krok?
ask-shop = Handel: jeden interes ze sklepem, jeden z postacią.
ask-train = Kogo szkolisz?
ask-build = Co budujesz?
ask-swap = Kogo zamieniasz?
ask-with = Z kim?
ask-guard = Pożar w { $room }: { $card }. Wydajesz ochronę?
ask-starve = { $count ->
        [one] Ryżu dla { $fed } z { $mouths } postaci: 1 odchodzi. Kto?
        [few] Ryżu dla { $fed } z { $mouths } postaci: { $count } odchodzą. Kto?
        [many] Ryżu dla { $fed } z { $mouths } postaci: { $count } odchodzi. Kto?
       *[other] Ryżu dla { $fed } z { $mouths } postaci: { $count } odchodzi. Kto?
    }
ask-neutral = Która postać z rzędu zostaje neutralna?
ask-visit = Nowy Rok: które pole odwiedzasz?

kind-start = postać startowa
kind-place = stoisko
kind-ikizama = łódź
kind-income = przychód
kind-hire = zatrudnienie
kind-move = długość ruchu
kind-stay = pozostanie na miejscu
kind-step = dodatkowy krok
kind-shop = interes ze sklepem
kind-work = interes z postacią
kind-done = koniec tury
kind-train = kogo szkolić
kind-build = co zbudować
kind-swap = kogo zamienić
kind-with = z kim zamienić
kind-guard = wydanie ochrony przed ogniem
kind-burn = pozwolenie, by spłonęło
kind-starve = kto odchodzi z braku ryżu
kind-neutral = postać neutralna
kind-visit = pole na Nowy Rok

## Why a move is not legal

refusal-game-over = Gra jest skończona.
refusal-chance = Nie teraz: kolej na los.
refusal-not-now = Najpierw wybierz: { $asked }.
refusal-short = Brakuje ci: { $missing }.
refusal-no-free-kobun = Nie masz wolnego pionka kobun: wszystkie stoją na kartach.
refusal-no-free-room = Nie ma wolnego stoiska.
refusal-room-not-on-board = Na tej planszy nie ma stoiska { $room }.
refusal-room-occupied = Stoisko { $room } jest zajęte: { $card }.
refusal-not-an-outer-room = Postać startowa trafia na skrajne stoisko; { $room } takie nie jest.
refusal-no-character-there-building = Na stoisku { $room } stoi budynek: { $card }.
refusal-no-character-there-empty = Stoisko { $room } jest puste.
refusal-not-your-character = Na stoisku { $room } jest { $card }: to nie twoja postać.
refusal-same-room = Do zamiany trzeba dwóch różnych stoisk; { $room } to już pierwsze z nich.
refusal-start-card-taken = Karta już zajęta: { $card }.
refusal-start-card-taken-board = Karta już zajęta: { $card }, stoisko { $room }.
refusal-start-card-taken-seat = Karta już zajęta: { $card } ({ $seat }).
refusal-not-in-row = Tej karty nie ma w rzędzie: { $card }.
refusal-not-in-row-board = Tej karty nie ma w rzędzie: { $card } jest na stoisku { $room }.
refusal-not-in-row-seat = Tej karty nie ma w rzędzie: { $card } jest na emeryturze ({ $seat }).
refusal-not-on-offer = Tego budynku nie ma w tej grze: { $card }.
refusal-not-on-offer-board = Ten budynek już zbudowano: { $card }, stoisko { $room }.
refusal-not-on-offer-seat = Ten budynek już zbudowano: { $card } ({ $seat }).
refusal-slot-not-used = Łódź { $slot } nie jest używana w tej grze.
refusal-slot-closed = Łódź { $slot } jest w tym miesiącu zablokowana.
refusal-slot-taken = Łódź { $slot } jest zajęta: { $seat }.
refusal-slot-only-moves = Łódź { $slot } nie daje przychodu ani zatrudnienia.
refusal-too-few-squares = Twoja łódź oznacza ruch o co najmniej { $limit ->
        [one] 1 pole
        [few] { $limit } pola
        [many] { $limit } pól
       *[other] { $limit } pola
    }; sandały nigdy nie skracają ruchu.
refusal-too-many-squares = Możesz przesunąć się najwyżej o { $limit ->
        [one] 1 pole
        [few] { $limit } pola
        [many] { $limit } pól
       *[other] { $limit } pola
    }; do tego brakuje ci: { $missing }.
refusal-option-not-in-edition = Żaden sklep tego wydania tego nie oferuje.
refusal-wrong-square = Zrobisz to tylko tutaj: { $squares }. Nie ma cię tam.
refusal-shop-done = W tej turze interes ze sklepem już był.
refusal-not-on-sale = Tego nie ma w sprzedaży: { $good }.
refusal-not-on-sale-seat = Tego nie ma już w sprzedaży: { $good } ({ $seat }).
refusal-fish-of-season-held = Jedna ryba na porę roku, a tę już masz: { $good }.
refusal-room-not-here = Stoisko { $room } jest dostępne stąd: { $squares }. Nie ma cię tam.
refusal-work-done = W tej turze interes z postacią już był.
refusal-nobody-to-train = Nie masz na planszy postaci do szkolenia.
refusal-needs-two-characters = Do zamiany trzeba dwóch postaci na planszy.
refusal-nothing-to-build = Nie ma już budynków do wyboru.
refusal-nothing-to-build-nearest = Nie stać cię na żaden budynek. Najbliżej jest { $card }: brakuje ci { $missing }.

## What happened

event-act = { $act }, { $changes }
event-changes =
    { $who ->
        [you] Ty: { $changes } ({ $why })
       *[other] { $seat }: { $changes } ({ $why })
    }
event-gained-income =
    { $who ->
        [you] Pobierasz przychód: { $changes }
       *[other] { $seat } pobiera przychód: { $changes }
    }
event-gained-salary =
    { $who ->
        [you] Pensje twoich postaci: { $changes }
       *[other] Pensje postaci ({ $seat }): { $changes }
    }
event-gained-shop =
    { $who ->
        [you] Robisz interes ({ $option }): { $changes }
       *[other] { $seat } robi interes ({ $option }): { $changes }
    }
event-gained-work =
    { $who ->
        [you] Robisz interes ({ $card }): { $changes }
       *[other] { $seat } robi interes ({ $card }): { $changes }
    }
event-gained-opponent =
    { $who ->
        [you] Zyskujesz dzięki karcie innego gracza ({ $card }): { $changes }
       *[other] { $seat } zyskuje dzięki karcie innego gracza ({ $card }): { $changes }
    }
event-gained-building =
    { $who ->
        [you] Zyskujesz dzięki budynkowi ({ $card }): { $changes }
       *[other] { $seat } zyskuje dzięki budynkowi ({ $card }): { $changes }
    }
event-fire-level = walka z ogniem na poziomie { $level }
event-progress = { $card } { $xp }/{ $needed }
event-xp-gained =
    { $who ->
        [you] Doświadczenie twoich postaci: { $cards }
       *[other] Doświadczenie postaci ({ $seat }): { $cards }
    }
event-retired =
    { $who ->
        [you] Twoja postać { $card } przechodzi na emeryturę z { $room }
       *[other] { $card } ({ $seat }) przechodzi na emeryturę z { $room }
    }
event-token-gained =
    { $who ->
        [you] Zyskujesz żeton: { $token }
       *[other] { $seat } zyskuje żeton: { $token }
    }
event-token-spent =
    { $who ->
        [you] Wydajesz żeton: { $token }
       *[other] { $seat } wydaje żeton: { $token }
    }
event-placed =
    { $who ->
        [you] Umieszczasz na stoisku { $room }: { $card }
       *[other] { $seat } umieszcza na stoisku { $room }: { $card }
    }
event-placed-neutral = { $card } zajmuje stoisko { $room } jako postać neutralna
event-left-use =
    { $who ->
        [you] Twoja postać { $card } odchodzi z { $room } i z gry
        [neutral] { $card } (neutralna) odchodzi z { $room } i z gry
       *[other] { $card } ({ $seat }) odchodzi z { $room } i z gry
    }
event-left-fire = Pożar zabiera z { $room }: { $card }
event-left-food = Brakuje ryżu: { $card } ({ $room }) odchodzi z gry
event-left-no-room = Nie ma wolnego stoiska: { $card } odchodzi z gry
event-row-cleared = Odejście z rzędu: { $cards }
event-moved = { $who ->
        [you] Przesuwasz się o
       *[other] { $seat } przesuwa się o
    } { $squares ->
        [one] 1 pole
        [few] { $squares } pola
        [many] { $squares } pól
       *[other] { $squares } pola
    } do: { $square }
event-visited =
    { $who ->
        [you] Odwiedzasz: { $square }
       *[other] { $seat } odwiedza: { $square }
    }
event-lapped =
    { $who ->
        [you] Kończysz okrążenie
       *[other] { $seat } kończy okrążenie
    }
event-swapped =
    { $who ->
        [you] Zamieniasz stoiska { $first } i { $second }; { $card } jest teraz w { $first }
       *[other] { $seat } zamienia stoiska { $first } i { $second }; { $card } jest teraz w { $first }
    }
event-slot-taken =
    { $who ->
        [you] Zajmujesz łódź { $slot }
       *[other] { $seat } zajmuje łódź { $slot }
    }
event-slot-closed = Łódź { $slot } jest w tym miesiącu zablokowana
event-card-taken-hired =
    { $who ->
        [you] Zatrudniasz: { $card }
       *[other] { $seat } zatrudnia: { $card }
    }
event-card-taken-built =
    { $who ->
        [you] Budujesz: { $card }
       *[other] { $seat } buduje: { $card }
    }
event-card-taken-neutral = { $card } zostaje postacią neutralną
event-good-bought =
    { $who ->
        [you] Kupujesz: { $good }
       *[other] { $seat } kupuje: { $good }
    }
event-revealed-gathered = Nowe w rzędzie: { $cards }
event-offered-gathered = Dostępne budynki: { $cards }
event-mon-gathered = Po 1 mon na karty: { $cards }
event-fire-broke-out = W nagai { $nagaya } wybucha pożar, siła { $strength }
event-fire-passed = Pożar przechodzi przez puste stoisko { $room }
event-fire-put-out =
    { $who ->
        [you] Gasisz pożar na stoisku { $room }, siła { $strength }
       *[other] { $seat } gasi pożar na stoisku { $room }, siła { $strength }
    }
event-fire-died = Pożar w nagai { $nagaya } wygasa
event-season-began = Nowe towary: { $season }
event-payday-began = Dzień wypłaty, miesiąc { $month }
event-harmony-scored =
    { $who ->
        [you] Zyskujesz za harmonię ({ $group }, { $type } × { $count }): +{ $amount }
       *[other] { $seat } zyskuje za harmonię ({ $group }, { $type } × { $count }): +{ $amount }
    }
event-fed-all = { $who ->
        [you] Karmisz wszystkie swoje postacie
       *[other] { $seat } karmi wszystkie swoje postacie
    }: −{ $fed } { $fed ->
        [one] ryż
        [few] ryżu
        [many] ryżu
       *[other] ryżu
    }
event-fed-some = { $who ->
        [you] Karmisz { $fed } z { $mouths }
       *[other] { $seat } karmi { $fed } z { $mouths }
    }: −{ $fed } { $fed ->
        [one] ryż
        [few] ryżu
        [many] ryżu
       *[other] ryżu
    }
event-fed-none =
    { $who ->
        [you] Nie masz postaci do nakarmienia
       *[other] { $seat } nie ma postaci do nakarmienia
    }
event-month-began = Zaczyna się miesiąc { $month }
event-new-year-began = Nowy Rok
event-turn-began =
    { $who ->
        [you] Twoja tura, łódź { $slot }
       *[other] { $seat }: tura, łódź { $slot }
    }
event-turn-began-new-year =
    { $who ->
        [you] Twój Nowy Rok
       *[other] { $seat }: Nowy Rok
    }
event-game-ended = Gra jest skończona

reason-slot = łódź { $source }
reason-card-mon = z karty: { $source }
reason-hire = zatrudnienie: { $source }
reason-surcharge = stoisko { $source }
reason-hire-bonus = premia za zatrudnienie: { $source }
reason-move = dłuższy ruch
reason-build = budowa: { $source }
reason-good = { $source }
reason-harmony = harmonia: { $source }
reason-food = karmienie
reason-other = inne

## The board

board-month = Miesiąc { $month } · { $season }
board-new-year = Nowy Rok
board-over = Gra jest skończona
board-chance = Decyduje los
board-decides = Decyduje { $seat }
board-way-of-life = Łodzie
board-fire-order = Walka z ogniem
board-closed = zablokowane
board-neutral = neutralna
board-surcharge = +{ $mon } mon
board-row = Do zatrudnienia
board-cost = koszt
board-on-it = leży
board-bonus = premia
board-type = zawód
board-skill = interes
board-salary = pensja
board-buildings = Do zbudowania
board-on-sale = W sprzedaży
board-player = Gracz
board-mon = mon
board-rice = ryż
board-sandals = sandały
board-wood = drewno
board-koban = koban
board-iki = IKI
board-fire = ogień
board-kobun = kobun
board-at = gdzie
board-retired = na emeryturze:
board-tokens = żetony:
board-goods = zakupy:
board-card = karta
board-ahead-payday = dzień wypłaty: miesiąc { $month }
board-ahead-fire = pożar: miesiąc { $month }, siła { $strength }
warn-payday = { $count ->
        [one] Dzień wypłaty na koniec tego miesiąca: twoje postacie potrzebują { $needs } ryżu, masz { $has }. Jedna z nich odejdzie.
        [few] Dzień wypłaty na koniec tego miesiąca: twoje postacie potrzebują { $needs } ryżu, masz { $has }. { $count } z nich odejdą.
        [many] Dzień wypłaty na koniec tego miesiąca: twoje postacie potrzebują { $needs } ryżu, masz { $has }. { $count } z nich odejdzie.
       *[other] Dzień wypłaty na koniec tego miesiąca: twoje postacie potrzebują { $needs } ryżu, masz { $has }. { $count } z nich odejdzie.
    }
warn-fire = Pożar na koniec tego miesiąca, siła { $strength }; twoja walka z ogniem wynosi { $fire }. Zagrożone: { $cards }.
warn-card = { $card } ({ $room })

## Few columns: amounts as in 2mon, headings, deals

brief-mon = mon
brief-rice = ryż
brief-sandals = san
brief-wood = drew
brief-koban = kob
brief-iki = IKI
brief-fire = og
brief-kobun = kobun
brief-food = jedzą
brief-fish = ryby
brief-pipe = fajki
brief-pouch = tyt
brief-retired = em
brief-train = szkolenie
brief-build = budowa
brief-swap = zamiana
brief-less = −{ $amount }
brief-others = rywale { $amount }
brief-token = potem: { $token }
brief-slot-moves = bez przychodu i zatrudnienia, od: { $first } do: { $last }
brief-slot-squares = bez przychodu i zatrudnienia, pola od { $first } do { $last }

## The score sheet

score-track = tor IKI
score-types = zawody
score-fish = ryby
score-pouches = tytoń
score-buildings = budynki
score-koban = koban
score-wood = drewno
score-mon = mon
score-total = razem

## Advice

percent = { $number }%
advice-choice = ruch
advice-share = analiza
advice-wins = wygrane
advice-final = wynik
advice-player = gracz
advice-line = Co zapewne nastąpi:
advice-result = Gra jest skończona. Oto jej wynik.
advice-effort = { $simulations ->
        [one] { $simulations } symulacja
        [few] { $simulations } symulacje
        [many] { $simulations } symulacji
       *[other] { $simulations } symulacji
    }
advice-effort-plain = { $simulations ->
        [one] { $simulations } symulacja
        [few] { $simulations } symulacje
        [many] { $simulations } symulacji
       *[other] { $simulations } symulacji
    } na prostym silniku, który szuka mniej głęboko niż natywny

## The coach

coach-name = Trener
coach-wins = wygrywa { $share } na 100
coach-show = Pokaż najlepsze ruchy
coach-always = Zawsze je pokazuj
coach-hide = Ukryj
coach-show-panel = Pokaż
coach-thinking = Szukam najlepszych ruchów…
coach-one = Tu nie ma wyboru.
coach-others = Teraz grają inni. Dziennik mówi, co biorą.
coach-grade-strongest = najlepszy
coach-grade-good = dobry
coach-grade-fair = niezły
coach-grade-risky = ryzykowny
coach-numbers = Liczby
coach-on-street = Pokaż na ulicy
coach-looks-back = Miesiąc { $month }: spojrzenie wstecz
coach-went-well = { $count ->
        [one] Twój dobry ruch:
        [few] Twoje { $count } dobre ruchy:
        [many] Twoich { $count } dobrych ruchów:
       *[other] Twoich { $count } dobrego ruchu:
    }
coach-next-time = Następnym razem:
coach-show-me = Pokaż
coach-go-on = Dalej
coach-on = Trener: wyjaśnia każdą decyzję i pokazuje najlepsze ruchy
coach-first-start = Twoja pierwsza postać przynosi pensję w każdy dzień wypłaty.
coach-first-place = Postacie jednego zawodu w jednej nagai zdobywają IKI w każdy dzień wypłaty.
coach-first-ikizama = Twoja łódź mówi, jak daleko pójdziesz w tym miesiącu, a łódź najbardziej z lewej gra pierwsza.
coach-first-income = Postacie przez cały rok przynoszą pensje i IKI: zatrudnij jedną albo oszczędzaj na lepszą.
coach-first-move = Tam, gdzie staniesz, handlujesz, a po przejściu linii okrążenia uczą się wszystkie twoje postacie.
coach-first-stay = Jedno pole dalej może czekać lepszy interes.
coach-first-shop = Zrób jeden interes ze sklepem i jeden z postacią; jeśli należy do innego gracza, uczy się na nim.
coach-first-train = Doświadczenie prowadzi postać do lepszej pensji, a w końcu na emeryturę.
coach-first-build = Budynek punktuje na końcu albo pomaga po drodze i na stałe zatrzymuje kobuna.
coach-first-swap = Zbierz razem postacie jednego zawodu: zdobywają IKI w dzień wypłaty.
coach-first-with = Te dwie postacie zamieniają się stoiskami, a więc i sąsiadami.
coach-first-guard = Ochrona ratuje tę kartę przed pożarem, tylko raz.
coach-first-starve = Postać bez ryżu odchodzi, więc wybierz tę, której najmniej potrzebujesz.
coach-first-neutral = Postać neutralna nie ma właściciela, ale liczy się jako sąsiad swojego zawodu.
coach-first-visit = Twój ostatni handel w grze: wybierz pole, które da najwięcej IKI.
coach-reason-pays = Kosztuje { $amount }.
coach-reason-gains = Teraz { $changes }.
coach-reason-token = Daje żeton: { $token }.
coach-reason-learns = { $count ->
        [one] Uczy się { $count } twoja postać.
        [few] Uczą się { $count } twoje postacie.
        [many] Uczy się { $count } twoich postaci.
       *[other] Uczy się { $count } twojej postaci.
    }
coach-reason-retires = { $card } przechodzi na emeryturę i zwalnia kobuna.
coach-reason-reaches = Do: { $squares }.
coach-reason-chooses = Wybierasz z pól: { $count }.
coach-reason-salary = { $changes } w każdy dzień wypłaty.
coach-reason-harmony = Sąsiedzi jednego zawodu: { $count } IKI w każdy dzień wypłaty.
coach-reason-food = { $hungry ->
        [0] Wszyscy zjedzą w dniu wypłaty.
        [one] Jedna postać nie zje w dniu wypłaty.
        [few] { $hungry } postacie nie zjedzą w dniu wypłaty.
        [many] { $hungry } postaci nie zje w dniu wypłaty.
       *[other] { $hungry } postaci nie zje w dniu wypłaty.
    }
coach-reason-firefighting = Następny pożar oszczędzi twoje karty od stoiska { $stall }.
coach-reason-overtakes = Wybierasz łódź przed graczem { $seat }.
coach-reason-end = Na koniec { $count } IKI więcej: { $line }.
coach-reason-denies-card = { $seat } chce tej karty: straci { $count } IKI.
coach-reason-denies-building = { $seat } chce tego budynku: straci { $count } IKI.
coach-reason-denies-room = { $seat } chce tego stoiska: straci { $count } IKI.
coach-reason-denies-slot = { $seat } chce tej łodzi: straci { $count } IKI.
coach-reason-expected = Około { $count } IKI na koniec.
coach-reason-leads = Potem: { $move }.

## The command: help

version = edokko { $version }
help-edokko =
    Graj w grę planszową IKI w przeglądarce lub w terminalu, symuluj ją i badaj zapisane partie. Bez polecenia edokko
    otwiera stół w przeglądarce.

    W IKI zatrudnia się, handluje i buduje przy głównej ulicy Edo, od 2 do 4 graczy, przez trzynaście miesięcy. Silnik
    zasad zna oba wydania. edokko jest nieoficjalne: nie zawiera grafik ani tekstów wydanej gry.
help-usage = Użycie:
help-options = Opcje
help-commands = Polecenia
help-help = Pokaż tę pomoc i zakończ.
help-version = Pokaż wersję i zakończ.
help-examples = Przykłady
help-example-play = Gra z dwoma graczami komputerowymi
help-example-hot-seat = Dwie osoby przy jednej klawiaturze i gracz komputerowy
help-example-resume = Dokończ przerwaną grę
help-example-hint = Najlepsze ruchy w przerwanej grze
help-example-review = Gdzie gra została wygrana i przegrana
help-example-simulate = Jak gracze komputerowi radzą sobie w wielu grach
help-example-arena = Który z dwóch graczy jest silniejszy
help-example-lab = Tabele wielu gier, do badania IKI
help-example-show = Przeczytaj zapisaną grę, tura po turze
help-more = „edokko COMMAND --help” mówi więcej o poleceniu.

help-language = Język: { $languages }. Domyślnie: EDOKKO_LANGUAGE, potem ustawienia systemu.
help-components-option = Nakładka: plik TOML z liczbami z twojego egzemplarza. Może ją też wskazać EDOKKO_COMPONENTS.
help-edition = Które zasady: drugie wydanie czy pierwsze.
help-players = Liczba graczy; domyślnie { $count }.
help-json = Wypisz tylko JSON.

help-play-short = Zagraj w tym terminalu.
help-play =
    Zagraj w tym terminalu, samotnie z graczami komputerowymi lub w kilka osób przy jednej klawiaturze.

    Możliwości są ponumerowane; przy każdym pytaniu „?” wymienia, co jeszcze można wpisać. Gra zapisuje się po każdej
    decyzji: „edokko play --resume” zawsze zaczyna tam, gdzie skończono.
help-play-seats =
    Kto gra, od pierwszego miejsca, po przecinkach: human lub gracz: easy, medium, hard i master, od najsłabszego
    poziomu; random, greedy, planner oraz mcts lub champion z budżetem, jak mcts:500ms lub mcts:2000sims. Przed tym może
    stać imię: Hana=human,master. Domyślnie: ty i gracze easy, z którymi można wygrać już pierwszą grę.
help-play-seed = Ustal cały los, aby te same rzędy i pożary pojawiły się znowu. Domyślnie los pochodzi z systemu.
help-play-record = Dokąd trafia zapis skończonej gry. Do tego czasu gra jest zapisana obok, jako FILE.partial.
help-play-resume = Dokończ ostatnią przerwaną grę, która nie toczy się w innym oknie, albo tę z FILE.
help-play-hints = Pozwól, by „h” pokazywało najlepsze ruchy, ich skutki i to, co zapewne nastąpi.
help-play-ask-forced = Pytaj także wtedy, gdy jest tylko jedna możliwość. Domyślnie edokko ją wybiera i ogłasza.
help-play-pause = Jak długo czekać po turze gracza komputerowego.

## The command: what goes wrong

problem-interrupted = Zatrzymano.
problem-system = Błąd systemu: { $reason }.
problem-file = { $file }: { $reason }.
system-enoent = Nie ma takiego pliku ani folderu
system-eacces = Brak dostępu
system-eperm = Niedozwolona operacja
system-eisdir = To jest folder
system-enotdir = To nie jest folder
system-eexist = Plik już istnieje
system-enospc = Brak miejsca na dysku
system-erofs = System plików jest tylko do odczytu
system-enametoolong = Nazwa pliku jest za długa
system-eaddrinuse = Adres jest już zajęty
system-eio = Błąd odczytu lub zapisu
problem-command = Nie ma polecenia { $command }; polecenia: { $known }.
problem-command-near = Nie ma polecenia { $command }. Czy chodziło o { $near }?
problem-option = Nie ma opcji { $option }; --help wymienia opcje.
problem-option-near = Nie ma opcji { $option }. Czy chodziło o { $near }?
problem-option-missing = Opcja { $option } jest wymagana.
problem-option-value = Opcja { $option } wymaga wartości.
problem-option-flag = Opcja { $option } nie przyjmuje wartości.
problem-argument-missing = Brakuje { $argument }; --help pokazuje, czego oczekuje polecenie.
problem-argument = Zbędny argument { $argument }; --help pokazuje, czego oczekuje polecenie.
problem-file-empty = { $option }: potrzebna jest nazwa pliku, a ta jest pusta.
problem-file-dash = { $option } -: potrzebna jest nazwa pliku; „-” to standardowe wejście.
problem-file-in-use = { $file } jest właśnie zapisywany przez inny edokko; poczekaj, aż skończy, albo wybierz inny plik.
problem-no-locks = { $file } leży w systemie plików bez blokad: nic nie powstrzyma drugiego okna przed zapisem do niego. Używaj tylko jednego okna.
problem-no-home = To konto nie ma folderu domowego do zapisu; wskaż inne miejsce przez { $ways }.
problem-extra = Potrzebny jest tu { $package }, a nie jest zainstalowany. Aby go zainstalować: pip install 'edokko[{ $extra }]'
problem-extra-server = Serwer potrzebuje pakietów, które nie są zainstalowane. Aby je zainstalować: pip install 'edokko[{ $extra }]'. Aby grać w terminalu: edokko play
standard-input = standardowe wejście
problem-no-input = Standardowe wejście jest zamknięte; podaj nazwę pliku albo zostaw wejście otwarte.
problem-no-output = Standardowe wyjście jest zamknięte; uruchom polecenie w terminalu albo skieruj wynik do pliku.
problem-play-input = Standardowe wejście jest zamknięte, a play czyta z niego twoje decyzje; uruchom je w terminalu albo prześlij decyzje z pliku.
problem-host = --host { $host }: ten komputer nie ma takiego adresu; podaj jeden z jego adresów, na przykład 127.0.0.1, albo 0.0.0.0 dla wszystkich.
problem-number-range = { $option }: potrzebna jest liczba od { $low } do { $high }.
problem-number-any = { $option }: potrzebna jest liczba.
problem-whole-any = { $option }: potrzebna jest liczba całkowita.
problem-whole-from = { $option }: potrzebna jest liczba całkowita, co najmniej { $low }.
problem-whole-range = { $option }: potrzebna jest liczba całkowita od { $low } do { $high }.
problem-choice = { $option }: potrzebna jest jedna z wartości: { $known }.
problem-not-text = to nie tekst UTF-8; zapisz plik w kodowaniu UTF-8
problem-language = { $source } { $language }: ten język nie jest dostępny; do wyboru: { $languages }.
problem-seed = --seed { $seed } nie jest ziarnem: oczekiwana jest liczba całkowita od 0 do { $most }, na przykład 7 lub 0x1f2e.
problem-seats-players = --seats wymienia { $seats ->
        [one] 1 miejsce
        [few] { $seats } miejsca
        [many] { $seats } miejsc
       *[other] { $seats } miejsca
    }, a --players żąda { $players }; podaj po jednym wpisie na gracza.
problem-seats-empty = --seats jest puste; podaj gracza dla każdego miejsca, na przykład human,greedy.
problem-seats-count = --seats wymienia { $seats ->
        [one] 1 miejsce
        [few] { $seats } miejsca
        [many] { $seats } miejsc
       *[other] { $seats } miejsca
    }; w IKI gra od { $fewest } do { $most } graczy.
problem-player-unknown = { $option }: nie ma gracza { $kind }; gracze: { $known }.
problem-player = { $option }: { $reason }.
problem-seats-resume = --seats wymienia { $seats ->
        [one] 1 miejsce
        [few] { $seats } miejsca
        [many] { $seats } miejsc
       *[other] { $seats } miejsca
    }, a zapisana gra ma graczy { $players }; podaj po jednym wpisie na gracza.
problem-seat-name = Imię { $name } zawiera pół znaku i nie da się go zapisać; podaj je jako tekst UTF-8.
problem-no-folder = { $file }: nie ma folderu { $folder }; utwórz go najpierw lub wybierz inne miejsce.
problem-record-exists = { $file } już istnieje; wybierz inną nazwę zapisu lub przenieś ten plik.
problem-partial-exists = { $file } zawiera przerwaną grę; dokończ ją przez „edokko play --resume { $file }” lub usuń.
problem-game-in-use = { $file }: ta gra toczy się w innym oknie; graj dalej tam albo najpierw z niej tam wyjdź.
problem-resume-over = { $file }: ta gra jest skończona; pokaże ją „edokko record show { $file }”.
problem-resume-option = { $option } nie łączy się z --resume: ustala to zapisana gra.
problem-nothing-to-resume = Nie ma przerwanej gry do dokończenia; „edokko play” zaczyna nową.
problem-all-in-use = { $count ->
        [one] Jedyna przerwana gra toczy się w innym oknie: { $file }. Graj dalej tam; „edokko play” zaczyna nową.
        [few] Wszystkie { $count } przerwane gry toczą się w innych oknach, ostatnia to { $file }. Graj dalej tam; „edokko play” zaczyna nową.
        [many] Jest { $count } przerwanych gier i wszystkie toczą się w innych oknach, ostatnia to { $file }. Graj dalej tam; „edokko play” zaczyna nową.
       *[other] Wszystkie przerwane gry ({ $count }) toczą się w innych oknach, ostatnia to { $file }. Graj dalej tam; „edokko play” zaczyna nową.
    }
problem-saved-game = Nie można wznowić { $file }: { $reason }
problem-saved-none = w pliku nie ma żadnej gry
problem-saved-several = gier w pliku: { $count }, a oczekiwana jest jedna
problem-saved-seats = play.seats: oczekiwana jest lista typów graczy o długości { $players }
problem-saved-seed = play.seed: oczekiwana jest liczba szesnastkowa

## The command: play

name-you = Gracz
name-person = Gracz { $number }
play-welcome = IKI, wydanie { $edition }, liczba graczy: { $players }. Zapis po każdej decyzji w { $file }
play-unfinished = { $count ->
        [one] Czeka przerwana gra: „edokko play --resume” pozwala ją dokończyć ({ $file }).
        [few] Czekają { $count } przerwane gry: „edokko play --resume” pozwala dokończyć ostatnią ({ $file }).
        [many] Czeka { $count } przerwanych gier: „edokko play --resume” pozwala dokończyć ostatnią ({ $file }).
       *[other] Czeka { $count } przerwanej gry: „edokko play --resume” pozwala dokończyć ostatnią ({ $file }).
    }
play-resumed = Dalszy ciąg po { $moves ->
        [one] 1 decyzji
       *[other] { $moves } decyzjach
    }, z { $file }
play-your-turn = { $seat }, decyzja należy do ciebie.
play-prompt = Wybór (? to pomoc):
play-forced = Tylko jedna możliwość: { $move }.
play-near = „{ $typed }” nie jest jedną z możliwości. Czy chodziło o: { $near }?
play-not-understood = { $count ->
        [one] „{ $typed }” nie jest jedną z możliwości. Wpisz 1 lub naciśnij Enter; ? wymienia, co jeszcze można wpisać.
       *[other] „{ $typed }” nie jest jedną z możliwości. Wpisz liczbę od 1 do { $count } albo ?, by zobaczyć, co jeszcze można wpisać.
    }
play-help =
    Wpisz numer możliwości albo jej słowa jak w zapisie (hire monk, move 3, done).
    Enter przyjmuje jedyną możliwość, a gdy jest ich kilka, pokazuje je jeszcze raz.

      row (r), offers (o)     postacie do zatrudnienia; co jest w sprzedaży
      players (p)             postacie na emeryturze i zakupy graczy
      card NAME (c), cards    karta po części nazwy; wszystkie karty pory roku
      rules, rules WORD       zasady w skrócie; jeden rozdział
      board (b)               cała plansza
      log (l), scores (s)     wszystko, co się wydarzyło; wyniki na teraz
      why (w) WORDS           dlaczego nie? w hire monk, w place A4, w shop koban
      undo (u)                cofnij swoją ostatnią decyzję w tej turze
      hint (h)                podpowiedź: najlepsze ruchy, z --hints
      quit (q), help (?)      zapisz i wyjdź; ta pomoc

    Znaki graczy: ▲ ■ ◆ ★; kropka to postać neutralna. ●●○: dwa kroki z trzech.
    Wąski ekran skraca zawody: { $types }.
    Liczba przy prawym brzegu stoiska to pole, z którego jest dostępne.
    „jedzą” to ryż, który postacie zjedzą w najbliższy dzień wypłaty.
    „2 × Spr” przy stoisku: byłoby tam 2 sąsiadów tego zawodu.
play-type = { $short } { $name }
play-refused = { $move } — niemożliwe. { $reason }
play-refused-later = { $move } — teraz niemożliwe. { $reason } A i wtedy: { $obstacle }
play-refused-free = { $move } — teraz niemożliwe. { $reason } Nic innego nie przeszkadza.
play-legal = { $move } — możliwe, numer { $number }: { $details }
play-no-cost = nic nie kosztuje
play-why-what = Podaj ruch: na przykład w hire monk.
play-why-near = „{ $typed }” nie jest ruchem. Czy chodziło o: { $near }?
play-why-unknown = „{ $typed }” nie jest ruchem.
play-scores-now = Gdyby gra skończyła się teraz:
play-thinking = { $seat } myśli …
play-hints-off = Podpowiedzi są w tej grze wyłączone. Aby je włączyć: q, potem edokko play --resume --hints.
play-more = Enter: dalej. Cokolwiek innego przechodzi do pytania.
play-empty = Teraz nic nie jest w ofercie.
play-card-several = „{ $typed }” to część kilku nazw: { $cards }.
play-card-near = Żadna nazwa karty nie zawiera „{ $typed }”. Czy chodziło o: { $near }?
play-card-unknown = Żadna nazwa karty nie zawiera „{ $typed }”. Nazwy są na planszy, w row i w cards.
play-card-what = Podaj kartę: na przykład card mnich. Wystarczy część nazwy.
play-rules-unknown = Zasady nie mają rozdziału „{ $typed }”. Rozdziały: { $chapters }.
look-in-stall = stoisko { $room }, { $seat } { $steps }
look-in-row = wśród kart do zatrudnienia
look-retired = na emeryturze: { $seat }
look-offered = teraz w sprzedaży
look-built = zbudowano w { $room }: { $seat }
look-held = kupiono: { $seat }
look-away = nie ma na stole
look-where = teraz
look-worth = wartość
rules-shops = Sklepy
rules-words = Słowa
rules-types-scale = Różne zawody, { $counts }: { $iki } IKI
rules-fish-scale = Ryby z różnych pór roku, { $counts }: { $iki } IKI
rules-fire-scale = Miesiąc { $month }, od stoiska 1 do środka: { $strengths }
play-winner = { $seat } wygrywa, mając { $iki } IKI.
play-ahead = { $second } ma o { $iki } IKI mniej.
play-place = { $seat } zajmuje miejsce { $place } z { $players }, mając o { $iki } IKI mniej.
play-recorded = Zapis gry: { $file }
play-review = Gdzie się rozstrzygnęła: { $file }
play-again = Następna gra: { $file }
play-saved = Zapisano. Aby kontynuować: edokko play --resume { $file }
play-saved-latest = Zapisano. Aby kontynuować: edokko play --resume

undo-done = Cofnięto: { $move }.
undo-nothing = Nie ma czego cofać: to twoja pierwsza decyzja.
undo-other-moved = Za późno na cofanie: ruch ma już za sobą { $seat }.
undo-turn = W tej turze nie ma czego cofać.
undo-chance = Za późno na cofanie: los coś już odsłonił.

## The command: hint

help-hint-short = Pokaż najlepsze ruchy.
help-hint =
    Pokaż najlepsze ruchy decyzji: jak często każdy by wygrywał, oczekiwany wynik końcowy i co zapewne nastąpi.

    FILE to zapis skończonej lub przerwanej gry. Domyślnie: gra ostatnio przerwana w „edokko play”. Wyszukiwanie używa
    tylko tego, co widzą wszyscy gracze; nie wie, co przyniesie los.
help-hint-position = Zbadaj zamiast tego pozycję: napis pozycji albo plik z nim lub z jej JSON-em.
help-hint-ply = Zbadaj decyzję po N ruchach zapisu.  [domyślnie: gdzie się kończy]
help-hint-budget = Ile szukać: czas lub liczba symulacji, jak 500ms, 2s lub 5000sims.
help-hint-top = Ile ruchów pokazać.
hint-thinking = Myślę …
hint-over = --ply N bada wcześniejszą decyzję; „edokko review” przechodzi przez wszystkie.
problem-budget = --budget { $budget } nie jest budżetem: oczekiwany jest czas lub liczba symulacji, jak 500ms, 2s lub 5000sims.
problem-hint-position = --position nie łączy się z zapisem ani z --ply.
problem-hint-not-position = nie ma takiego pliku, a zapis pozycji zaczyna się od edokko1
problem-hint-ply = --ply { $ply } to za daleko: { $file } zawiera { $moves ->
        [one] 1 ruch
        [few] { $moves } ruchy
        [many] { $moves } ruchów
       *[other] { $moves } ruchu
    }, więc można pytać o 0 do { $moves }.
problem-hint-chance = { $file }: w tej pozycji nie ma decyzji do zbadania, kolej na los.
problem-nothing-to-hint = Nie ma przerwanej gry do zbadania; podaj zapis skończonej lub przerwanej gry.

## The command: review

help-review-short = Zbadaj grę: co kosztowała każda decyzja i co przesądziło.
help-review =
    Zbadaj zapisaną grę, skończoną lub nie. Przy każdej decyzji z wyborem: ile szans na wygraną kosztowała wobec
    najlepszego znalezionego ruchu. Potem punkty zwrotne, sprawione przez graczy i przez los, oraz jak dobrze decydował
    każdy gracz.

    Szczęście to zmiana oczekiwanego wyniku przez los, decyzje to zmiana przez ruchy wszystkich graczy.

    Błąd (?) kosztuje 5% szans na wygraną lub 4 IKI, poważny błąd (??) 10% lub 8 IKI. Liczby po lewej są te same, co w
    „edokko hint FILE --ply N”.
help-review-budget =
    Ile szukać przy każdej decyzji: czas lub liczba symulacji, jak 500ms lub 1000sims. Zagrany ruch dostaje jeszcze do
    tyle samo.
help-review-plot = Narysuj szanse na wygraną według miesięcy w FILE, które kończy się na .png lub .svg.
help-review-brief = Pomiń listę wszystkich decyzji.
review-progress = Decyzje
review-heading = Gra { $number }: { $seats }; { $moves ->
        [one] { $moves } decyzja
        [few] { $moves } decyzje
        [many] { $moves } decyzji
       *[other] { $moves } decyzji
    }, w tym { $choices } z wyborem
review-unfinished = Gra nie jest skończona.
review-played = zagrano
review-better = lepiej
review-loss = strata
review-losses = Najkosztowniejsze decyzje
review-chance = Co najbardziej zmienił los
review-month = Miesiąc { $month }
review-change = { $before } → { $after }%
review-instead = { $played }. Lepiej: { $better }.
review-accuracy = Jak dobrze decydował każdy gracz
review-decisions = wybory
review-mean-loss = średnia strata
review-mistakes = błędy (?)
review-blunders = poważne (??)
review-luck = Szczęście i decyzje, w IKI
review-expected = oczekiwane
review-by-luck = szczęście
review-by-decisions = decyzje
review-result = wynik
review-luck-wins = szczęście, wygrana
review-plain = Zbadano prostym silnikiem, bo natywnego tu nie ma; w tym samym czasie szuka on mniej głęboko.
review-plotted = Obraz: { $file }
plot-title = Szanse na wygraną, miesiąc po miesiącu
plot-new-year = Nowy Rok
plot-months = miesiąc
plot-label = { $mark } { $name }
plot-label-score = { $mark } { $name } · { $iki } IKI
plot-loss = −{ $number }%
problem-plot-exists = { $file } już istnieje; wybierz inną nazwę obrazu lub przenieś ten plik.
problem-plot-kind = { $file }: nazwa obrazu kończy się na .png lub .svg.
problem-review-empty = { $file }: żadna decyzja tej gry nie dawała wyboru, więc nie ma czego badać.

## The command: simulate

help-simulate-short = Rozegraj wiele gier graczy komputerowych.
help-simulate =
    Rozegraj wiele gier graczy komputerowych i podsumuj je: wyniki, udziały wygranych z przedziałami 95%, prędkość.

    To samo ziarno daje te same gry, niezależnie od liczby wątków.
help-simulate-games = Ile gier.
help-simulate-seats = Kto gra, od pierwszego miejsca, po przecinkach: random, greedy. Domyślnie: wszędzie random.
help-simulate-seed = Ustal wszystkie gry. Domyślnie ziarno jest losowane i podawane.
help-simulate-threads = Ile gier rozgrywać równolegle.
help-simulate-record = Pisz zapis każdej gry do FILE, jeden na wiersz; skompresowany, jeśli nazwa kończy się na .gz.
help-simulate-trace = Zapisuj też pozycję i dozwolone ruchy przed każdą decyzją.
problem-trace-record = --trace trafia do zapisów; podaj na nie plik przez --record FILE.
simulate-progress = Gry
simulate-games = gry
simulate-seed = ziarno
simulate-seconds = sekundy
simulate-games-per-second = gry na sekundę
simulate-decisions-per-second = decyzje na sekundę
simulate-decisions-per-game = decyzje na grę
simulate-branching = możliwości na decyzję
simulate-mean = średni wynik
simulate-median = mediana
simulate-best = najlepszy
simulate-winning = średni wynik zwycięzców
simulate-seat = miejsce
simulate-player = gracz
simulate-wins = wygrane
simulate-share = udział
simulate-interval = przedział 95%
simulate-stopped = Zatrzymano; rozegrane gry: { $games } z { $asked }.
simulate-stopped-recorded = Zatrzymano; rozegrane gry: { $games } z { $asked }. Ukończone są w { $file }

## The command: arena

help-arena-short = Niech gracze zagrają ze sobą i dostaną oceny.
help-arena =
    Niech gracze zagrają ze sobą i pokażą, jak są silni: udziały wygranych i oceny z przedziałami 95%, wyniki, czas
    myślenia.

    Gry idą blokami: jedno ziarno ze wszystkimi rotacjami miejsc, aby szczęście i miejsca były dla wszystkich równe.
    Udział wygranych liczy się na miejsce: w grze N równie silnych graczy to 1/N. Przedziały są liczone z bloków.
help-arena-entries =
    Kto gra, po przecinkach, jak mcts:500ms,planner,planner,planner. Gracza można wymienić kilka razy; jego miejsca
    liczą się razem. Gdy wpisów jest więcej niż miejsc, wszystkie składy grają równie często.
help-arena-players = Liczba graczy w grze; domyślnie liczba wpisów, najwyżej { $most }.
help-arena-games = Ile gier, zaokrąglone w górę do pełnych bloków wszystkich składów.
help-arena-settle =
    Zatrzymaj się, gdy tylko wiadomo, czy udział wygranych pierwszego wpisu jest powyżej czy poniżej SHARE, na przykład
    0.6. Odpowiedź jest błędna najwyżej w 5 arenach na 100.
help-arena-luck =
    Pokaż też wyniki bez szczęścia: w każdej chwili losowej odejmuje się zmianę oczekiwanego wyniku według wartości
    mistrza. Te wyniki mają tę samą wartość oczekiwaną i zwykle mniejszą wariancję; × to iloraz wariancji.
help-arena-seed = Ustal wszystkie gry. Domyślnie ziarno jest losowane i podawane.
help-arena-workers = Ile gier rozgrywać równolegle, każdą we własnym procesie.
help-arena-record = Dopisuj zapis każdej gry do FILE, gdy tylko się skończy, jeden na wiersz.
help-arena-resume = Kontynuuj gry z pliku --record albo zacznij go, jeśli jeszcze nie istnieje.
problem-arena-resume = --resume kontynuuje gry z pliku; podaj go przez --record FILE.
problem-arena-exists = { $file } już istnieje; kontynuuj przez --resume lub wybierz inną nazwę zapisów.
problem-arena-count = --entries wymienia { $entries ->
        [one] 1 gracza
       *[other] { $entries } graczy
    }; do gry o liczbie graczy { $players } potrzeba od { $players } do { $most }, a gracza można wymienić kilka razy.
arena-progress = Gry
arena-rounded = Gier będzie { $games } zamiast { $asked }: każdy skład na każdym miejscu to { $each }.
arena-go-on = Skończone gry są w { $file }; kontynuuj tym samym poleceniem z --resume.
arena-blocks = bloki
arena-wins = wygr./miejsca
arena-share = udział
arena-interval = 95%
arena-rating = ocena
arena-score = wynik
arena-rank = lokata
arena-milliseconds = ms
arena-above = Rozstrzygnięte: udział { $name } jest powyżej { $share }.
arena-below = Rozstrzygnięte: udział { $name } jest poniżej { $share }.
arena-open = Nie rozstrzygnięto, liczba gier: { $games }. Udział { $name } może być powyżej lub poniżej { $share }.
arena-less-luck = Bez szczęścia
arena-variance = wariancja

## The command: evaluate

help-evaluate-short = Daj graczowi jego wiersz w tabeli porównania.
help-evaluate =
    Rozegraj porównanie IKI-1: PLAYER przeciw trzem graczom z każdego rodzaju przeciwników, 400 gier we czterech, i
    przeciw jednemu, 200 gier we dwóch, przy ustalonych rozdaniach i wszystkich rotacjach miejsc. Pokaż udziały wygranych
    ze szczęściem i bez niego oraz wyniki.

    PLAYER to nazwa gracza albo FILE.py:NAME, czyli klasa w pliku, wywoływana z ziarnem, albo FILE.py:NAME:OPTIONS. Na
    decyzję ma 60 sekund. Przeciw sobie gracz nie ma wiersza.
help-evaluate-against = Tylko ci przeciwnicy, po przecinkach. Domyślnie random, greedy, planner i champion:64sims.
evaluate-cpu = sekundy procesora
evaluate-hash = skrót gier
evaluate-opponents = przeciwnicy
evaluate-lead = przewaga

## The command: lab

help-lab-short = Rozegraj wiele gier do tabel i zadawaj im pytania.
help-lab =
    Rozegraj wiele gier do tabel, które opisują każdą kartę, cenę, turę i miesiąc, i zadawaj im pytania.

    Seria to folder plików Parquet. Czytają je Polars, DuckDB i pandas.
help-lab-output = Folder serii.
problem-lab-plan = Podaj plan albo powiedz, co grać, przez --entries i --games.
problem-lab-plan-options = Plan mówi, co grać, więc nie można obok niego użyć { $options }.
problem-lab-ray-workers = W klastrze Raya pracują jego procesory, więc nie można użyć --workers obok --ray.
problem-lab-players = --players to { $players }; oczekiwane są liczby od 2 do 4 po przecinkach, na przykład 2,3,4.
problem-lab-overlay = --overlay to { $overlay }; oczekiwane są nazwa i plik, na przykład cheap=cheap.toml.
problem-lab-sql = Na zapytanie nie ma odpowiedzi: { $reason }
help-lab-run-short = Rozegraj plan albo to, czego w nim brakuje.
help-lab-run =
    Rozegraj plan albo to, czego w nim brakuje: po Ctrl-C lub awarii to samo polecenie kontynuuje serię.

    PLAN to plik TOML; bez niego opcje mówią, co grać. Wiersze są te same, niezależnie od liczby procesów.
help-lab-entries =
    Kto gra, po przecinkach, jak planner,greedy,greedy,greedy. Jeden gracz zajmuje wszystkie miejsca. Gdy wpisów jest
    więcej niż miejsc, wszystkie składy grają równie często.
help-lab-games = Ile gier dla każdej edycji, liczby graczy i nakładki, zaokrąglone w górę do pełnych bloków.
help-lab-players = Liczby graczy, po przecinkach. Domyślnie: 4.
help-lab-editions = Edycje, po przecinkach. Domyślnie: 2021.
help-lab-seats = Czy każdy wpis zajmuje po kolei wszystkie miejsca, czy wpisy są w kolejności miejsc. Domyślnie: rotate.
help-lab-seed = Ustal wszystkie gry. Domyślnie: 0.
help-lab-overlay = Graj liczbami z nakładki FILE pod nazwą NAME; można powtarzać. Bez pliku NAME oznacza dołączone liczby.
help-lab-tables = Tabele do zachowania, po przecinkach. Domyślnie: wszystkie oprócz decisions.
help-lab-records = Zachowaj też zapis każdej gry.
help-lab-share = Zachowaj decyzje z tej części gier, od 0 do 1. Domyślnie: 1.
help-lab-evaluator = Oceń wszystkie możliwości tych decyzji przeszukiwaniem, na przykład 2000sims. To długo trwa.
help-lab-chunk = Ile gier rozgrywać naraz. Przerwana porcja przepada.
help-lab-workers = Ile porcji rozgrywać równolegle.
help-lab-ray = Graj na klastrze Ray pod ADDRESS albo auto: na tym, do którego należy ten komputer.
help-lab-settle =
    Zatrzymaj się, gdy tylko wiadomo, czy udział wygranych pierwszego wpisu jest powyżej czy poniżej SHARE, na przykład
    0.3, i wymień procesy, których wyniki odbiegają od innych.
lab-run-done = Rozegrane gry: { $games } z { $all }, na sekundę { $rate }. Seria jest kompletna: { $folder }
lab-run-stopped = Rozegrane gry: { $games } z { $all }, na sekundę { $rate }: { $folder }
lab-deviant = Wyniki { $worker } odbiegają od innych: { $z } błędu standardowego, bloków { $blocks }. Sprawdź ten komputer.
lab-run-there = Wszystkie gry już były ({ $all }): { $folder }
help-lab-work-short = Rozegraj jedną porcję planu.
help-lab-work = Rozegraj jedną porcję planu i zapisz jej pliki, dla systemu kolejkowego. Gotowa porcja nie jest powtarzana.
help-lab-work-chunk = Numer porcji, od 0.
lab-work-there = Porcja { $chunk } już była.
help-lab-chunks-short = Wypisz porcje planu.
help-lab-chunks = Wypisz numery porcji planu, po jednym na wiersz. Z -o tylko te, których serii brakuje.
help-lab-chunks-count = Podaj tylko, ile ich jest.
help-lab-sql-short = Zadaj serii pytanie w SQL.
help-lab-sql =
    Zadaj serii pytanie w SQL systemu DuckDB. Każda tabela serii jest widokiem, a inne widoki odpowiadają na częste
    pytania. Bez QUERY są one wypisane.
help-lab-csv = Wypisz wszystkie wiersze jako CSV.
help-lab-report-short = Odpowiedz na jednej stronie na pytania o serię lub o zapisane gry.
help-lab-report =
    Odpowiedz na pytania o IKI na podstawie gier serii na jednej stronie HTML, z wykresami, przedziałami i danymi.

    RUN to folder serii albo plik zapisów. Strona jest po angielsku i nie potrzebuje sieci.
help-lab-report-output = Strona do zapisania; jej nazwa kończy się na .html.
help-lab-report-player = Dodaj profil gracza serii: nazwa miejsca.
help-lab-part-edition = Wybierz gry tej edycji. Domyślnie ta część serii, która ma najwięcej gier.
help-lab-part-players = Wybierz gry z tą liczbą graczy.
help-lab-part-overlay = Wybierz gry z tą nakładką; pusta nazwa oznacza dołączone liczby.
lab-report-progress = Pytania
lab-report-written = Odpowiedzi na pytania: { $questions }, na podstawie gier: { $games }. Zapisano: { $file }
lab-sql-more = Pokazano tylko pierwsze wiersze ({ $rows }); --csv wypisuje wszystkie.
lab-report-unfinished = Pominięte niedokończone gry: { $count }
problem-lab-page = { $file }: nazwa strony kończy się na .html.
problem-lab-page-exists = { $file } już istnieje; wybierz inną nazwę lub zastąp plik, podając --force.
help-lab-force = Zastąp plik, jeśli istnieje.
help-lab-compare-short = Porównaj dwie serie: różnice, wielkości efektu i potrzebne gry.
help-lab-compare =
    Porównaj gry dwóch serii: różnice z przedziałami, wielkości efektu oraz ile gier potrzebowałaby każda seria, by znaleźć
    różnicę tej wielkości.

    Z --overlay i --against mogą to być dwie nakładki jednej serii.
help-lab-compare-output = Zapisz też stronę; jej nazwa kończy się na .html.
help-lab-compare-against = Nakładka drugiej serii.
lab-compare-quantity = wielkość
lab-compare-first = pierwsza
lab-compare-second = druga
lab-compare-difference = różnica
lab-compare-effect = efekt
lab-compare-games = potrzebne gry

## The command: record

help-record-short = Sprawdź lub pokaż zapisane gry.
help-record = Sprawdź lub pokaż zapisane gry: pliki w formacie edokko/1, zwykłe lub skompresowane.
help-check-short = Odtwórz każdą grę i sprawdź ją.
help-check =
    Odtwórz każdą grę z plików i sprawdź ją: ruchy, los, wynik i ślad.

    Każda zła gra dostaje wiersz z miejscem i oczekiwaną wartością; ruchy liczą się od 0. Kod wyjścia to 0, jeśli
    wszystkie gry są dobre, 1, jeśli któraś jest zła, 2, jeśli pliku nie da się odczytać.
help-show-short = Pokaż grę tura po turze, z arkuszem punktów.
help-show = Pokaż słowami jedną grę z pliku, tura po turze, z planszą i arkuszem punktów na końcu.
help-show-game = Która gra z pliku, licząc od 1.  [domyślnie: 1]
check-bad = { $file }: wiersz { $line }: { $reason }
check-bad-move = { $file }: wiersz { $line }: ruch { $move }: { $reason }
check-empty = { $file }: nie ma w nim żadnej gry
check-summary = { $good ->
        [one] { $good } dobra gra
        [few] { $good } dobre gry
        [many] { $good } dobrych gier
       *[other] { $good } dobrej gry
    }, { $bad ->
        [one] { $bad } zła
        [few] { $bad } złe
        [many] { $bad } złych
       *[other] { $bad } złej
    }, w { $files ->
        [one] { $files } pliku
       *[other] { $files } plikach
    }
show-heading = Gra { $number }: { $seats }; wydanie { $edition }, { $moves ->
        [one] { $moves } decyzja
        [few] { $moves } decyzje
        [many] { $moves } decyzji
       *[other] { $moves } decyzji
    }
show-unfinished = Gra nie jest skończona. Wyniki, gdyby skończyła się teraz:
problem-no-game = { $file }: nie ma gry { $number }; gier w pliku: { $count }.

## The command: components

help-components-short = Wymień liczby gry i ich pochodzenie.
help-components =
    Wymień wszystkie liczby gry i ich pochodzenie.

    edokko components [PART] wymienia wartości, których klucz zawiera PART, jak „monk” lub „goods.winter”.
help-list-short = Wymień wartości; „list” można pominąć.
help-list =
    Wymień wartości, których klucz zawiera PART, po jednej w wierszu, z pochodzeniem: wydrukowane w zasadach, wywiedzione
    z nich, zastępcze (wybrane do gry) lub z twojej nakładki.
help-list-only = Tylko wartości o tym pochodzeniu.
help-components-check-short = Sprawdź nakładkę.
help-components-check = Sprawdź plik nakładki: każdy problem jest podany z kluczem i oczekiwaną wartością.
list-summary = { $count ->
        [one] { $count } wartość
        [few] { $count } wartości
        [many] { $count } wartości
       *[other] { $count } wartości
    }
provenance-printed = wydrukowane
provenance-inferred = wywiedzione
provenance-substitute = zastępcze
provenance-divergent = rozbieżne
provenance-not-applicable = nie dotyczy
provenance-overlay = nakładka
components-good = { $file }: dobrze.
components-counts = Wydanie { $edition }: { $given ->
        [one] { $given } wartość
        [few] { $given } wartości
        [many] { $given } wartości
       *[other] { $given } wartości
    } z nakładki, { $left ->
        [one] pozostaje { $left } zastępcza
        [few] pozostają { $left } zastępcze
        [many] pozostaje { $left } zastępczych
       *[other] pozostaje { $left } zastępczej
    }

## The command: bench

help-bench-short = Zmierz prędkość silnika na tym komputerze.
help-bench = Zmierz prędkość silnika na tym komputerze, obok samego Pythona robiącego to samo. Trwa to około minuty.
help-bench-quick = Pomiń start procesu.
bench-progress = Pomiary
bench-what = co
bench-figure = pomiar
bench-unit = jednostka
bench-ratio = × prosty
bench-floor = minimum
bench-aim = cel
bench-holds = jest
bench-misses = brak
bench-random-play-native = ruchy, silnik natywny
bench-random-games-native = gry, silnik natywny
bench-random-play-list-backed-cpython = to samo, sam Python
bench-search-as-shipped = szukanie, jak w wydaniu
bench-search-of-the-champion = szukanie gracza champion
bench-network-with-the-observation = sieć, z obserwacją
bench-network-observation-given = sieć, gotowa obserwacja
bench-python-loop-over-batch = pętla Pythona, Batch
bench-state = rozmiar stanu
bench-copy-of-a-state = kopia stanu
bench-2-threads-against-1-by-the-clock = 2 wątki wobec 1
bench-start-to-first-move-by-the-clock = start do 1. ruchu
unit-decisions-per-s = decyzje/s
unit-games-per-s = gry/s
unit-simulations-per-s = symulacje/s
unit-positions-per-s = pozycji/s
unit-bytes = bajty
unit-ns = ns
unit-s = s
unit-times = razy

## Stół: problemy API

api-bad-request = Żądanie jest źle sformułowane.
api-detail-you-once = Możesz zająć tylko jedno miejsce; inni przy twoim ekranie to „local”.
api-detail-rated = Gra rankingowa jest tylko dla ludzi, każdego przy własnym ekranie, od początku, bez rad i z dołączonymi tabelami.
api-detail-coach-rated = W grze rankingowej nie ma trenera.
api-detail-coach-people = Trener jest tylko wtedy, gdy na wszystkich innych miejscach gra komputer.
api-detail-coach-off = Trener przy tym stole jest wyłączony.
api-detail-clock = Zegar ma minuty przy tempie „live”, dni przy tempie „days”, a dodatek tylko razem z minutami.
api-detail-edition = Wydanie tego stołu wyznaczają jego karty, pozycja albo seria.
api-detail-levels = Poziomy to: { $levels }. Wszystkie oprócz pierwszego mogą mieć styl, jak hard:builder; style to: { $styles }.
api-detail-awaited = Czekamy jeszcze na: { $names }.
api-detail-rows = Na tym stole było już { $count } zmian: można tylko grać dalej.
api-detail-study-order = Węzeł { $node }: jego rodzic musi stać wcześniej.
api-detail-study-played = Węzeł { $node }: ruchy gry muszą tworzyć jedną linię od początku.
api-detail-study-source = Potrzebne jest jedno z dwojga: table albo record.
api-detail-stored = Wszystkie twoje analizy i notatki razem mogą mieć { $most } kB.
api-detail-chance-missing = Najpierw decyduje los. Możliwe: { $possible }.
api-detail-chance-impossible = To nie może się teraz zdarzyć. Możliwe: { $possible }.
api-detail-start = Potrzebne jest dokładnie jedno z pól: new, position, record, table.
api-detail-start-ply = Pole ply ma sens tylko z zapisem partii albo ze stołem.
api-detail-start-overlay = Pole overlay ma sens tylko z nową partią albo z pozycją, która go nie ma.
api-detail-start-seats = Liczba graczy w tej pozycji: { $count }. Stół musi mieć tyle samo miejsc.
api-detail-start-over = W tej pozycji gra jest już skończona.
api-detail-foreign-origin = Strona jest pod { $origin }, a żądanie wymienia hosta { $host }. Jeśli oba należą do tego serwisu, jego proxy musi przekazywać nagłówek Host przeglądarki razem z portem albo EDOKKO_ORIGINS musi wymieniać { $origin }.
api-detail-foreign-host = Żądanie wymienia hosta { $host }, którego nie ma w EDOKKO_ORIGINS.
api-shape-missing = { $where }: brakuje „{ $field }”.
api-shape-unknown = { $where }: nie ma tu „{ $field }”.
api-shape-value = { $where }: { $value } nie jest dozwoloną wartością.
api-shape-type = { $where }: oczekiwano { $expected }, jest { $found }.
api-shape-at-least = { $where }: co najmniej { $bound }.
api-shape-at-most = { $where }: najwyżej { $bound }.
api-shape-longer = { $where }: długość co najmniej { $bound }.
api-shape-shorter = { $where }: długość najwyżej { $bound }.
api-shape-pattern = { $where }: musi pasować do wzorca { $pattern }.
api-shape-json = { $where }: to nie jest poprawny JSON.
api-bad-overlay = Nie można użyć nakładki.
api-bad-position = Tej pozycji nie można użyć.
api-bad-record = Tego zapisu partii nie można użyć.
api-unknown-level = Nie ma gracza komputerowego tego poziomu.
api-bad-name = Imię jest puste lub zawiera znaki, których nie można pokazać.
api-reserved-name = Ta nazwa jest zastrzeżona dla serwisu; wybierz inną.
# The words of invented names: every first word goes with every second one.
guest-name-first = Cichy Wczesny Dzielny Wesoły Szybki Bystry Łagodny Dumny Słoneczny Śmiały Spokojny Jasny Ciekawy Złoty Szczęśliwy Uczciwy Pogodny Miły Żwawy Mglisty Zwinny Cierpliwy Srebrny Stateczny Mądry Młody Wierny Chytry Zielony Rześki
guest-name-second = Żuraw Karp Klon Lampion Wróbel Most Bambus Cedr Świerszcz Bęben Sokół Prom Lis Port Irys Latawiec Lotos Księżyc Żółw Strumyk Wiatr Jeleń Motyl Borsuk Grom Orzech Szpak Tygrys Kot Dąb
api-bad-address = Na ten adres nie można nic wysłać.
api-no-guest = Brak tożsamości: najpierw wywołaj GET /api/guest albo wyślij token.
api-bad-token = Token jest nieprawidłowy.
api-bad-code = Kod jest błędny, zużyty lub wygasł.
api-not-your-seat = To nie twoje miejsce.
api-not-the-host = Może to zrobić tylko gospodarz.
api-foreign-origin = Żądanie pochodzi z innej strony.
api-foreign-host = Żądanie wymienia hosta, którego ten serwer nie obsługuje.
api-no-hints = Przy tym stole nie ma podpowiedzi.
api-no-coach = Przy tym stole nie ma trenera.
api-no-chat = Przy tym stole nie ma rozmowy.
api-no-spectators = Ten stół nie przyjmuje widzów.
api-banned = Nie możesz już tu grać.
api-rated-game = Dopóki grasz w partii rankingowej, silnik nie odpowiada i żaden stół nie zaczyna od pozycji. O trwającej grze rankingowej silnik nigdy nie odpowiada.
api-not-your-study = To studium może zmieniać tylko jego autor: zapisz własną kopię.
api-not-the-organiser = Może to zrobić tylko organizator.
api-no-table = Nie ma takiego stołu.
api-no-player = Nie ma takiego gracza.
api-no-puzzle = Nie ma takiego zadania.
api-no-study = Nie ma takiego studium.
api-no-series = Nie ma takiej serii.
api-no-event = Nie ma takiego turnieju.
api-no-program = Tego programu nie ma teraz w sieci.
api-no-challenge = To zaproszenie nie jest już aktualne.
api-no-channel = Nie ma takiego kanału.
api-no-record = Gra rozpoczęta od pozycji nie ma zapisu: same ruchy jej nie odtworzą.
api-no-message = Żaden inny gracz nie napisał takiej wiadomości.
api-not-found = Pod tym adresem nic nie ma.
api-method = Ten adres nie obsługuje tej metody.
api-stale-ply = Gra poszła tymczasem dalej.
api-already-started = Gra już się zaczęła.
api-not-started = Gra jeszcze się nie zaczęła.
api-seat-taken = To miejsce jest zajęte.
api-table-full = Wszystkie miejsca są zajęte.
api-seats-open = Są jeszcze wolne miejsca.
api-not-ready = Nie wszyscy gracze są już gotowi.
api-crest-taken = Ten herb ma już inny gracz przy tym stole.
api-already-seated = Masz już miejsce przy tym stole.
api-not-away = Nie można zastąpić tego gracza: jest obecny albo gra czeka na niego zbyt krótko.
api-no-undo = Niczego nie można teraz cofnąć.
api-game-over = Gra jest skończona.
api-time-over = Twój czas się skończył: gra za ciebie gracz komputerowy.
api-not-over = Gra jeszcze się nie skończyła.
api-has-rematch = Ta gra ma już rewanż: zacznij serię tam.
api-series-over = Seria jest skończona.
api-event-full = Turniej jest pełny.
api-event-over = Turniej jest skończony albo trwa jego ostatnia runda.
api-event-running = Turniej już się zaczął.
api-event-not-running = Teraz nie można zacząć ani zamknąć rundy.
api-few-players = Turniej wymaga trzech graczy.
api-not-entered = W tym turnieju nie ma takiego gracza.
api-no-mail = Ten serwer nie wysyła e-maili.
api-too-large = Żądanie jest za duże.
api-illegal-move = Ten ruch jest niedozwolony.
api-unknown-move = Nie ma takiego ruchu.
api-missing-chance = Przed tym ruchem decyduje los.
api-impossible-chance = Los nie może tego przynieść.
api-too-many = Za dużo naraz: odczekaj chwilę.
api-internal = Coś poszło nie tak na serwerze.
api-busy = Serwer jest zajęty: spróbuj ponownie.
api-storage-full = Nie ma teraz miejsca na zapis: niczego nie zapisano. Spróbuj później.

## Stół: gdy brakuje strony

page-title = Edokko: gra planszowa IKI w przeglądarce
page-description = Graj w IKI w przeglądarce: z komputerem, przy jednym ekranie albo ze znajomymi, którym wyślesz link.
page-table = Stół IKI
page-table-named = { $name }: stół IKI
page-table-told = Gra dla { $players } graczy. { $state }
page-full = Wszystkie miejsca są zajęte.
page-waiting = { $open ->
    [one] Jedno miejsce jest wolne.
    [few] { $open } miejsca są wolne.
    [many] { $open } miejsc jest wolnych.
   *[other] { $open } miejsca jest wolne.
}
page-running = Gra trwa.
page-finished = Gra się skończyła.
page-closed = Stół jest zamknięty.
page-position = Pozycja w IKI
page-study = Studium gry IKI
page-study-named = { $name }: studium gry IKI
page-puzzle = Zadanie z gry IKI
page-series = Seria gier IKI
page-series-named = { $name }: seria gier IKI
page-series-told = Graczy: { $players }, rozegranych gier: { $played }.
page-event = { $name }: turniej IKI
page-event-told = Runda { $round } z { $rounds }, graczy: { $players }. { $state }
page-event-open = Dołącz tym linkiem.
page-event-running = Turniej trwa.
page-event-finished = Turniej jest skończony.
page-event-closed = Turniej się nie odbył.
page-events = Turnieje IKI
page-missing-title = Strona nie została zbudowana
page-missing =
    Serwer działa, a jego API odpowiada pod /api, ale brakuje strony.
    Zainstaluj Node.js 20 lub nowszy i ponownie edokko ze źródeł; to zbuduje stronę.

## edokko serve

help-serve-short = Stół w przeglądarce.
help-serve =
    Stół w przeglądarce, dla jednej osoby albo wielu. Gry są przechowywane we własnej bazie danych;
    EDOKKO_DATABASE może zamiast niej wskazać bazę PostgreSQL.
help-serve-port = Port. Domyślnie { $port }, a gdy jest zajęty, inny wolny.
help-serve-host = Adres nasłuchu; 0.0.0.0, aby był dostępny z innych komputerów.
help-serve-no-browser = Nie otwieraj przeglądarki.
serve-started = Stół jest pod { $address }
serve-how-to-stop = Ctrl-C zatrzymuje; gry zostają zachowane.
serve-stopped = Serwer się zatrzymał.
problem-setting = { $variable } to { $value }: wartość nieprawidłowa; docs/run/settings.md podaje możliwe wartości.
problem-setting-smtp-origins = EDOKKO_SMTP wymaga EDOKKO_ORIGINS: bez tej zmiennej e-maile odsyłałyby do dowolnego hosta podanego przez klienta.
problem-setting-removed = Zmienna { $variable } jest ustawiona, ale wszystkie wiadomości między procesami przesyła teraz PostgreSQL. Usuń tę zmienną.
problem-setting-site = { $variable } to { $value }, a nie folder zapisany przez `edokko build-site` w tej wersji: utwórz go ponownie.
problem-port = Nie można nasłuchiwać na { $host }:{ $port }: { $reason }.
problem-served = Inny serwer używa już tej bazy danych, pod { $address }. Plik SQLite ma jeden serwer; PostgreSQL przyjmuje kilka.
problem-restore-served = Tej bazy używa serwer pod adresem { $address }: najpierw go zatrzymaj.
help-example-serve = Stół w przeglądarce, samemu albo wspólnie

## edokko build-site

help-site-short = Stół jako folder dla dowolnego hostingu.
help-site =
    Zapisuje folder, który może udostępniać dowolny hosting plików i w którym stół nie potrzebuje serwera: gry
    z graczami komputerowymi, lekcje, zagadki i analizy działają w przeglądarce, także bez połączenia.
help-site-pyodide = Folder z plikami Pyodide i pakietem wheel msgspec dla niego, zamiast pobierania.
site-built =
    Stół jest w { $folder }. Pierwsza wizyta pobiera { $first } MB: strona { $page }, Pyodide { $pyodide }, pakiet { $package }.
    Sieć gracza master dodaje { $later } MB. Aby spróbować: python -m http.server --directory { $folder }
problem-site-target = { $folder } nie jest pustym folderem; podaj nowy.
problem-site-page = Strona nie jest zbudowana: zainstaluj edokko ze źródeł z Node.js, bez EDOKKO_NO_PAGE.
problem-site-engine = Silnika dla przeglądarek brakuje albo nie powstał z tych zasad: zainstaluj edokko ponownie z pakietem ziglang.
problem-site-npm = Brakuje npm, który pobiera Pyodide: zainstaluj Node.js albo podaj folder przez --pyodide.
problem-site-download = { $command } nie powiodło się: { $reason } Sprawdź połączenie albo podaj folder przez --pyodide.
problem-site-node = Brakuje Node.js, który kompiluje pakiet dla przeglądarek: zainstaluj go.
problem-site-compile = { $command } nie powiodło się: { $reason } Potrzebny jest Node.js w wersji 20 lub nowszej.
problem-site-hash = { $name } nie jest oczekiwanym plikiem: ma inny hash. Niczego nie zapisano.
problem-site-missing = W { $folder } nie ma pliku { $name }.
problem-site-version = { $folder } ma inny Pyodide; ta wersja edokko potrzebuje { $wanted }.
problem-site-write = Nie można zapisać { $folder }: { $reason }.

## edokko worker

help-worker-short = Myśli za serwery dużej strony.
help-worker =
    Myśl za serwery, które dzielą bazę danych PostgreSQL i działają z EDOKKO_THINKING=workers: ruchy graczy komputerowych,
    podpowiedzi, analizy i omówienia. Uruchom tyle procesów, ile chcesz, na każdej maszynie, która sięga do bazy.
help-worker-database = Baza danych PostgreSQL serwerów. Domyślnie: EDOKKO_DATABASE.
help-worker-threads = Ilu graczy komputerowych myśli naraz. Domyślnie: EDOKKO_BOT_THREADS.
help-worker-kinds = Co robi ten proces, po przecinkach. Domyślnie: { $kinds }
help-worker-metrics = Port pomiarów pod 127.0.0.1, w formacie Prometheusa. Domyślnie: żaden.
worker-started = Proces czeka na pracę: { $kinds }. Ctrl-C kończy.
worker-stopped = Proces się zatrzymał; inny dokończy jego pracę.
problem-worker-database = Ten proces potrzebuje bazy danych PostgreSQL: podaj ją w --database postgresql+asyncpg://… albo w EDOKKO_DATABASE. Z plikiem SQLite serwer myśli sam.
problem-worker-kind = Nie ma pracy rodzaju { $kind }; wybierz spośród: { $kinds }.

## edokko admin

help-admin-short = Stoły, gracze i kopie zapasowe serwera.
help-admin =
    Zarządzaj stołami i graczami w bazie edokko serve, niezależnie od tego, czy działa; wskazuje ją EDOKKO_DATABASE.
help-admin-tables = Wypisz stoły: identyfikator, ostatnia zmiana, stan, wydanie, miesiąc, miejsca.
help-admin-status = Tylko stoły w tym stanie.
help-admin-players = Wypisz graczy, których nazwa zawiera NAME: identyfikator, ostatnia wizyta, ukończone gry, nazwa.
help-admin-reports = Wypisz zgłoszone wiadomości: czas, stół, autor, kto zgłosił, nazwa i tekst.
help-admin-most = Wypisz najwyżej tyle.
help-admin-check = Wczytuje każdy stół i podaje te, w których brakuje wierszy. Kod wyjścia to 1, jeśli takie są.
help-admin-repair = Usuwa wiersze od pierwszego brakującego: otwarte gry toczą się dalej od tego miejsca.
help-admin-close = Zamknij stół; zapis gry zostaje.
help-admin-ban = Zablokuj gracza: odtąd może tylko oglądać.
help-admin-unban = Pozwól zablokowanemu graczowi znów grać.
help-admin-delete =
    Usuń gracza i jego dane. Gry z innymi zostają, bez jego nazwy; dalej gra za niego gracz komputerowy.
help-admin-backup = Zapisz całą bazę do nowego pliku, także gdy serwery działają.
help-admin-restore = Zastąp całą bazę kopią FILE. Najpierw zatrzymaj serwery.
help-admin-yes = Potwierdź. Bez tej opcji nic się nie stanie.
admin-no-tables = Nie ma stołów.
admin-no-players = Nie ma graczy.
admin-no-reports = Nie ma zgłoszeń.
admin-banned-mark = blokada
admin-check-good = Każdy stół jest kompletny.
admin-check-repairable = Stół { $table } ({ $status }): wiersza { $row } brakuje lub jest błędny. Po edokko admin check --repair gra potoczy się dalej sprzed tego wiersza.
admin-check-repaired = Stół { $table } ({ $status }): ucięty na wierszu { $row }; gra toczy się dalej od tego miejsca.
admin-check-over = Stół { $table } ({ $status }): wiersza { $row } brakuje lub jest błędny. Gra jest skończona, a jej zapis przepadł, chyba że ma go kopia zapasowa.
admin-closed = Stół { $table } jest zamknięty.
admin-not-open = Stół { $table } nie był już otwarty.
admin-banned = Zablokowano: { $name }.
admin-unbanned = { $name } może znów grać.
admin-deleted = Usunięto: { $name } wraz z danymi.
admin-backed-up = Kopia bazy jest w { $file }.
admin-restored = Baza została przywrócona z { $file }. Uruchom serwery ponownie.
problem-not-sure = Tego nie da się cofnąć; dodaj --yes, aby to zrobić.
problem-no-such = Nie ma stołu ani gracza { $id }; listy podają edokko admin tables i edokko admin players.
problem-database = Bazy danych nie można użyć: { $reason }.
problem-database-malformed = EDOKKO_DATABASE nie można użyć. Napisz sqlite+aiosqlite:///FILE albo postgresql+asyncpg://użytkownik:hasło@host:5432/nazwa: host IPv6 w nawiasach kwadratowych, znaki specjalne hasła w kodzie procentowym, opcje tylko takie, które zna sterownik.
problem-database-silent = PostgreSQL pod adresem { $server } nie odpowiada (EDOKKO_DATABASE): { $reason }.
problem-database-damaged = Bazy danych nie można użyć: plik { $file } jest uszkodzony. Przywróć kopię poleceniem edokko admin restore.
problem-database-later = Baza danych ma wersję { $revision }, a edokko { $version } zna wersje tylko do { $newest }: zainstaluj ponownie późniejsze edokko albo przywróć kopię sprzed jego instalacji.
problem-backup-later = Kopia { $file } ma wersję { $revision }, a edokko { $version } zna wersje tylko do { $newest }: najpierw zainstaluj późniejsze edokko. Nic się nie zmieniło.
problem-backup-no-database = Nie ma jeszcze bazy { $detail }; tworzy ją edokko serve.
problem-backup-exists = { $detail } już istnieje; podaj nazwę nowego pliku.
problem-backup-no-tool = Program { $detail } nie jest zainstalowany; należy do narzędzi klienckich PostgreSQL.
problem-backup-not-a-backup = { $detail } nie jest kopią tego rodzaju bazy.
problem-backup-damaged = Plik { $detail } jest uszkodzony.
problem-backup-failed = Kopia się nie udała: { $detail }
problem-restore-failed = Przywracanie się nie udało i nic się nie zmieniło: { $detail }

## Wiadomości, które gracz dostaje przy zamkniętej stronie, i strony z ich odnośników

alert-turn = Twoja tura
alert-turn-text = Twoja tura w grze „{ $game }”.
alert-clock = Twój czas się kończy
alert-clock-hours = W grze „{ $game }” na ruch { $count ->
        [one] została ci { $count } godzina
        [few] zostały ci { $count } godziny
        [many] zostało ci { $count } godzin
       *[other] zostało ci { $count } godziny
    }. Potem gra za ciebie gracz komputerowy.
alert-clock-minutes = W grze „{ $game }” na ruch { $count ->
        [one] została ci { $count } minuta
        [few] zostały ci { $count } minuty
        [many] zostało ci { $count } minut
       *[other] zostało ci { $count } minuty
    }. Potem gra za ciebie gracz komputerowy.
alert-over = Gra skończona
alert-over-text = Gra „{ $game }” jest skończona. Twoje miejsce: { $place } z { $players }, { $points } IKI.
alert-test = Próba
alert-test-text = To jest próba. Wiadomości o twoich grach będą przychodzić tutaj.
alert-confirm = Potwierdź swój adres e-mail
alert-confirm-text = Otwórz ten odnośnik, aby dostawać e-mail, gdy przyjdzie twoja tura. Jeśli o to nie prosisz, zignoruj tę wiadomość.
alert-mail-stop = Nie chcę więcej tych e-maili: { $link }
alert-page-stop = Nie wysyłać więcej wiadomości?
alert-page-stop-text = Edokko nie wyśle nic więcej na { $name }. Możesz dodać to znowu w ustawieniach.
alert-page-stop-button = Nie wysyłaj
alert-page-stopped = Gotowe. Nic więcej nie przyjdzie.
alert-page-confirm = Potwierdź swój adres e-mail
alert-page-confirm-text = Edokko wyśle e-mail na { $name }, gdy przyjdzie twoja tura.
alert-page-confirm-button = Potwierdź
alert-page-confirmed = Potwierdzono. Możesz zamknąć tę stronę.
alert-page-gone = Ten odnośnik już nie działa.
offline-title = Brak połączenia
offline-text = Serwer nie odpowiada. Twoje gry są tam bezpieczne. Strona sama próbuje dalej.
offline-again = Spróbuj ponownie
offline-here = Graj tutaj, bez serwera
offline-head = Bez połączenia
offline-about = Ta przeglądarka może zachować własny stół: gry z komputerem, lekcje i zagadki nie potrzebują wtedy serwera.
offline-keep = Zachowaj do gry offline ({ $size } MB)
offline-loading = { $loaded } z { $size } MB
offline-kept = Zachowany w tej przeglądarce.
offline-remove = Usuń
offline-failed = Nie udało się zachować stołu: sprawdź połączenie i miejsce w tej przeglądarce.
offline-back = Do stołów serwera

## Strona: powiadomienia, gdy jest zamknięta

notify-title = Gdy strona jest zamknięta
notify-told = Edokko powiadamia cię o twojej turze, jeden raz przed końcem twojego czasu i o końcu gry. Nic nie przychodzi, gdy masz otwarty stół.
notify-here = Ta przeglądarka
notify-here-on = Włącz w tej przeglądarce
notify-here-off = Wyłącz w tej przeglądarce
notify-blocked = Przeglądarka blokuje powiadomienia z tej strony. Zezwól na nie w ustawieniach przeglądarki dla tej strony i otwórz ją znowu.
notify-impossible = Ta przeglądarka nie może powiadamiać przy zamkniętej stronie. Na iPhonie lub iPadzie dodaj najpierw Edokko do ekranu początkowego i otwórz je stamtąd.
notify-failed = Nie udało się zapisać przeglądarki. Spróbuj później.
notify-email = E-mail
notify-email-address = Adres e-mail
notify-email-none = Ten serwer nie wysyła e-maili.
notify-email-sent = Otwórz odnośnik w e-mailu wysłanym na { $name }.
notify-email-unconfirmed = Jeszcze niepotwierdzony: otwórz odnośnik w e-mailu.
notify-email-again = Wyślij odnośnik jeszcze raz
notify-webhook = Webhook
notify-webhook-address = Adres, https://…
notify-webhook-style = Format
notify-webhook-json = JSON z podpisem
notify-webhook-secret = Klucz podpisu. Skopiuj go teraz, pokazujemy go tylko raz:
notify-add = Dodaj
notify-remove = Usuń { $name }
notify-test = Wyślij próbę
notify-test-of = Wyślij próbę na { $name }
notify-test-sent = Próba wysłana na { $name }.
notify-test-failed = Próby na { $name } nie przyjęto: { $reason }
notify-last = Ostatnia wiadomość: { $time }
notify-last-failed = Ostatniej wiadomości nie przyjęto: { $reason }
notify-paused = Wstrzymane, bo wielu wiadomości nie przyjęto. Udana próba kończy przerwę.
notify-quiet = Godziny ciszy
notify-quiet-on = Nic nie wysyłaj w tych godzinach
notify-quiet-from = Od
notify-quiet-to = do
notify-quiet-zone = Strefa czasowa: { $zone }
notify-quiet-empty = Godziny ciszy muszą zaczynać się i kończyć o różnych porach.

## Udostępnianie stołu: ramka na innej stronie

share-embed = Osadź
share-embed-told = Skopiuj to na własną stronę:
share-open = Otwórz w Edokko

## Koniec gry

end-talk = { $who ->
    [you] Całe Edo mówi o tobie: { $points } IKI
   *[other] { $seat } na ustach całego Edo: { $points } IKI
}
end-decided = { $id ->
    [track] Przesądził tor IKI
    [types] Przesądziły zawody
    [fish] Przesądziły ryby
    [pouches] Przesądził tytoń
    [buildings] Przesądziły budynki
    [koban] Przesądziły koban
    [wood] Przesądziło drewno
   *[mon] Przesądziły mon
}: { $winner } ({ $most }), { $rival } ({ $least }).
end-tie = { $seats } mają po { $points } IKI: decyduje kolejność walki z ogniem.
end-replaced = Komputer dokończył grę za: { $seats }.
end-place = { $place }.
end-again-told = ten sam stół, ci sami gracze
end-event = Do turnieju
end-series = Do serii
end-review = Przeanalizuj moją grę
end-review-told = twoje ruchy i lepsze ruchy
end-picture = Udostępnij obrazek
end-picture-told = ulica i punkty
end-as-table = Jako tabela
end-more = Więcej
end-best = Twoja najlepsza chwila
end-best-month = Miesiąc { $month }:

## Events and series

contest-title = Turnieje
contest-intro = Turniej składa się z rund przy stołach trzy- lub czteroosobowych i ma klasyfikację. Gracze dołączają linkiem.
contest-all = Wszystkie turnieje
contest-new = Nowy turniej
contest-name = Nazwa turnieju
contest-kind = Kojarzenie
contest-kind-swiss = Szwajcarski
contest-kind-swiss-told = Spotykają się gracze o podobnej liczbie punktów, a żadna para nie gra ponownie, jeśli da się tego uniknąć.
contest-kind-round-robin = Każdy z każdym
contest-kind-round-robin-told = Wszyscy gracze spotykają się mniej więcej równie często.
contest-size = Miejsc przy stole
contest-rounds = Rundy
contest-most = Najwięcej graczy
contest-pause = Przerwa między rundami
contest-pause-none = bez przerwy
contest-pause-minutes = { $minutes } min
contest-starts-full = Zacznij, gdy turniej będzie pełny
contest-plays = Ja też gram
contest-listed = Pokaż turniej wszystkim gościom
contest-create = Utwórz turniej
contest-yours = Twoje turnieje
contest-open-list = Otwarte turnieje
contest-running-list = Trwające turnieje
contest-none = Teraz żaden turniej nie jest otwarty.
contest-status-open = otwarty
contest-status-running = runda { $round } z { $rounds }
contest-status-finished = skończony
contest-status-closed = nie odbył się
contest-entered = Graczy: { $count } z { $most }
contest-round-count = { $count ->
    [one] { $count } runda
    [few] { $count } rundy
    [many] { $count } rund
   *[other] { $count } rund
}
contest-join = Dołącz
contest-leave = Opuść turniej
contest-start = Zacznij rundę 1
contest-start-needs = od trzech graczy
contest-begin-round = Zacznij następną rundę teraz
contest-close-round = Zamknij tę rundę
contest-close-round-told = Jej nieskończone gry się nie liczą.
contest-end = Zakończ turniej
contest-sure = Naciśnij jeszcze raz, aby potwierdzić
contest-withdraw = Wycofaj gracza
contest-withdraw-player = Wycofaj gracza { $name }
contest-your-table = Do twojego stołu
contest-wait-start = Turniej zaczyna organizator.
contest-wait-full = Turniej zacznie się, gdy będzie pełny.
contest-wait-others = Twoja gra jest skończona. Inne stoły tej rundy jeszcze grają.
contest-wait-entry = Grasz od rundy { $round }.
contest-wait-next = Następna runda zacznie się za { $time }.
contest-is-over = Turniej jest skończony.
contest-standings = Klasyfikacja
contest-rank = Miejsce
contest-player = Gracz
contest-points = Punkty
contest-games = Gry
contest-wins = Wygrane
contest-opponents = Rywale
contest-margin = Przewaga
contest-points-told = 4 punkty za pierwsze miejsce, 1 za ostatnie, a pomiędzy nimi w równych odstępach. Gracz, którego zastąpił komputer, nie dostaje punktów.
contest-ties-told = Remisy: wygrane, potem punkty rywali, potem średnia przewaga w IKI.
contest-series-ties-told = Remisy: wygrane, potem średnia przewaga w IKI.
contest-round = Runda { $round }
contest-table = Stół { $number }
contest-withdrawn = wycofany
contest-late = od rundy { $round }
contest-replaced = zastąpiony
contest-not-counted = zamknięty, nie liczy się
contest-in-play = w grze
contest-not-begun = nie zaczęta
contest-bot = gracz komputerowy
contest-look = Oglądaj
contest-replay = Powtórka
contest-invite = Gracze dołączają tym linkiem:
contest-to = Do turnieju
contest-series = Seria gier
contest-series-next = Do następnej gry
contest-series-to = Klasyfikacja serii
contest-series-begin = Zagraj serię
contest-series-told = Ci sami gracze, zmieniające się miejsca i klasyfikacja. Następny stół pojawia się sam.
contest-series-games = Liczba gier
contest-series-no-end = bez stałej liczby
contest-series-game = Gra { $number }
contest-series-game-of = Gra { $number } z { $games }
contest-series-over = Seria jest skończona.
contest-series-end = Zakończ serię
contest-series-change = Zmień
contest-series-play = Do gry
contest-series-seat = Jest wolne miejsce: zajmij je
contest-series-deleted = usunięta
## Razem: programy, reakcje, notatki, rozmowa. Strona wczytuje te wiadomości, gdy ich potrzebuje.

together-invite-program = Zaproś program
together-programs-told = Programy innych osób, które są teraz w sieci. Mają minutę na odpowiedź.
together-no-programs = Żadnego programu nie ma teraz w sieci.
together-invite = Zaproś
together-playing = { $count ->
    [one] gra { $count } partię
    [few] gra { $count } partie
    [many] gra { $count } partii
   *[other] gra { $count } partii
}
together-invited = Zaproszony…
together-declined = Odmawia
together-expired = Brak odpowiedzi
together-accepted = Przyjmuje
together-withdraw = Wycofaj
together-tokens = Programy, które grają za ciebie
together-tokens-told = Program z twoim tokenem działa jako ty. Daj każdemu programowi osobny i unieważnij te, których już nie potrzebujesz.
together-token-name = Nazwa programu
together-token-create = Utwórz token
together-token-once = Skopiuj token teraz: więcej się nie pokaże.
together-token-copy = Kopiuj token
together-token-revoke = Unieważnij
together-listed = Na liście programów: { $name }
together-unlist = Usuń z listy
together-talk = Rozmowy i notatki
together-watching = { $count ->
    [one] { $count } widz
    [few] { $count } widzów
    [many] { $count } widzów
   *[other] { $count } widza
}
together-reactions = Reakcje
together-reaction-hello = Cześć!
together-reaction-nice = Dobry ruch!
together-reaction-thanks = Dziękuję!
together-reaction-ouch = Ojej!
together-reaction-thinking = Zastanawiam się…
together-reaction-game = Dobra partia!
together-reactions-show = Pokazuj reakcje
together-note = Moja notatka
together-note-told = Tylko ty możesz ją przeczytać, także później w powtórce.
together-note-saved = Zapisano
together-chat = Rozmowa
together-chat-told = Czytać i pisać mogą tu tylko gracze, którzy mają miejsce przy stole.
together-chat-message = Wiadomość
together-chat-send = Wyślij
together-chat-empty = Nie ma jeszcze wiadomości.
together-chat-new = { $count ->
    [one] { $count } nowa wiadomość
    [few] { $count } nowe wiadomości
    [many] { $count } nowych wiadomości
   *[other] { $count } nowej wiadomości
}
together-chat-switch-off = Wyłącz rozmowę na stałe
together-chat-is-off = Gospodarz wyłączył rozmowę.
together-mute = Wycisz: { $name }
together-unmute = Wyłącz wyciszenie: { $name }
together-report = Zgłoś administratorowi serwera wiadomość gracza { $name }
together-report-sure = Naciśnij jeszcze raz, aby zgłosić wiadomość
together-reported = Zgłoszono
together-sure = Naciśnij jeszcze raz, aby potwierdzić

## Strona: stół

web-live = Połączono
web-reconnecting = Łączę ponownie, twoja tura nie przepadnie
web-gone = Brak połączenia
web-to-lobby = Do lobby
web-table = Stół
web-pair = { $what }: { $said }
web-edition = Wydanie { $edition }
web-payday = dzień wypłaty
web-fire = pożar { $strength }
web-log = Dziennik
web-theme = Motyw
web-rules = Zasady
web-settings = Ustawienia
web-board = Plansza
web-nagaya = Nagaya { $nagaya }
web-start = Start
web-short-name = { $id ->
    [boiled_egg_peddler] Gotowane jaja
    [soap_bubble_man] Bańki mydlane
    [kite_maker] Latawce
    [soba_stand] Makaron soba
    [used_clothes_peddler] Używana odzież
    [firewood_peddler] Drewno opałowe
    [shamisen_player] Shamisen
    [charcoal_peddler] Węgiel drzewny
    [trumpet_candy_peddler] Zamorskie cukierki
    [buddhist_sculptor] Rzeźby buddyjskie
    [fire_watchtower] Wieża
    [imperial_villa] Rezydencja
    [merchant_house] Kupcy
    [sandal_shop] Sandały
    [fire_tower] Strażnica
    [tobacco_shop] Tytoń
    [fireworks_maker] Fajerwerki
    [cotton_peddler] Bawełna
   *[other] { $name }
}
web-tip-stall =
    Stoisko { $room }, nagaya { $nagaya }
    Może tu handlować gracz, którego oyakata stoi na polu: { $shops }.
web-tip-nagaya =
    Nagaya { $nagaya }
    Co najmniej dwie postacie jednego zawodu tworzą tu harmonię: w dzień wypłaty każdy dostaje IKI za swoje.
web-tip-fifth = Cztery stoiska przy skrzyżowaniu tworzą piątą grupę harmonii. Zatrudnienie tam kosztuje więcej.
web-tip-fire-mark = Pożar w nagai { $nagaya } wybucha tutaj i idzie od stoiska 1 do skrzyżowania. Na każdym stoisku słabnie o 1.
web-tip-square = Kto kończy tu ruch, może raz zrobić interes ze sklepem i raz z postacią na stoisku obok.
web-tip-start = Tutaj zaczyna każdy oyakata. Pierwszy krok prowadzi na pole 1 i nie przekracza linii okrążenia.
web-tip-lap =
    Linia okrążenia
    Gdy twój oyakata ją przekracza, każda twoja postać na planszy zyskuje 1 punkt doświadczenia.
web-tip-surcharge = Zatrudnienie lub budowa kosztuje tu o { $mon } mon więcej: { $id ->
    [middle] to stoisko sąsiaduje z dwoma sklepami.
   *[crossing] to stoisko należy do dwóch grup, swojej nagai i skrzyżowania.
    }
web-tip-alike = W dzień wypłaty każdy właściciel dostaje IKI: swoje postacie tego zawodu w grupie razy wszystkie takie postacie.
web-tip-iki-track = Tor IKI
web-tip-iki-track-how = Każdy krążek pokazuje liczbę IKI gracza; po 30 zaczyna od nowa, a liczba pod nim to łączny wynik.
web-tip-fire-track = Łódź wybiera najpierw gracz stojący najdalej na prawo; przy remisie decyduje lista.
web-tip-fire-of = miesiąc { $month }: siła { $strength }
web-tip-fires = Pożary: { $fires }
web-meal = Dzień wypłaty w miesiącu { $month }: po zatrudnieniu tej postaci potrzebujesz { $needs } ryżu, masz { $has }.
web-tip-boat-walks =
    Ruch o { $squares ->
        [one] { $squares } pole
        [few] { $squares } pola
        [many] { $squares } pól
       *[other] { $squares } pola
    }; każdy sandał dodaje jedno.
web-tip-boat-free = Ruch o dowolną liczbę pól, od 1 do { $most }; każdy sandał dodaje jedno.
web-tip-boat-hires = Przed ruchem bierzesz przychód albo zatrudniasz postać.
web-tip-boat-no-hire = Daje { $mon } mon, ale bez przychodu i bez zatrudnienia.
web-tip-boat-order = Numer { $place } w kolejności gry, licząc od lewej.
web-tip-ladder = Kobun stoi na stopniu, do którego doszła ta postać. Złota liczba to pensja, którą dostaniesz w najbliższy dzień wypłaty; na okrągłym stopniu postać przechodzi na emeryturę.
web-tip-skill = Gracz, którego oyakata stoi na polu obok, może raz w turze zrobić ten interes. Jeśli nie jest właścicielem, postać zyskuje 1 punkt doświadczenia.
web-tip-owner = Właściciel: { $seat }. W dzień wypłaty dostaje pensję i karmi tę postać.
web-tip-neutral = Postać neutralna: każdy może z nią handlować, nikt nie dostaje jej pensji.
web-tip-sold = { $good }: sprzedane
web-lap = Okrążenie
web-fifth = 5.
web-one-per-season = 1 na porę roku
web-lands-here = staje tutaj
web-alike = razem: { $type } × { $count }
web-square = Pole: { $square }
web-shop = Sklep: { $shop }
web-empty = puste
web-free = wolna
web-closed = zamknięta
web-taken = zajęta
web-not-used = poza grą
web-not-outer = nie na skraju
web-no-kobun = brak kobun
web-no-room = brak stoisk
web-short = brak: { $missing }
web-why-not-your-character = nie twoja
web-why-room-occupied = zajęte
web-why-work-done = już zrobiony
web-why-shop-done = już zrobiony
web-why-same-room = już wybrane
web-why-no-character-there = brak postaci
web-why-nobody-to-train = nie ma kogo szkolić
web-why-needs-two-characters = potrzeba dwóch
web-why-not-on-sale = sprzedane
web-why-fish-of-season-held = już masz
web-why-wrong-square = nie tutaj
web-why-slot-only-moves = tylko ruch
web-why-out-of-reach = poza zasięgiem
web-why-not-offered = brak w ofercie
web-why-nothing-to-build = nic nie zostało
web-why-not-now = nie teraz
web-steps = doświadczenie { $step } z { $steps }
web-retires-next = po następnym doświadczeniu emerytura
web-pay-mon = zapłać { $mon } mon
web-choose-room = wybierz to stoisko
web-reason-lands = możesz stanąć obok: { $square }
web-reason-wards = po tym zatrudnieniu ugasisz tam następny pożar, o sile { $strength }
web-reason-cheapest = najniższa cena
web-with-surcharge = w tym dopłata { $mon } mon
web-too-dear = { $id ->
    [middle] Stoiska pośrodku
   *[crossing] Stoiska przy skrzyżowaniu
    } kosztują o { $extra } więcej: brakuje ci { $mon } mon
web-start-edge = Postacie startowe mieszkają na skraju: numer 1 w każdej nagai.
web-sum-on-card = − { $mon } na karcie
web-sum-discount = − { $mon } ({ $token })
web-sum-room = { $id ->
    [middle] pośrodku + { $mon } = { $sum }
   *[crossing] przy skrzyżowaniu + { $mon } = { $sum }
    }
web-for-hire = Do zatrudnienia
web-first-faces = Pierwsze cztery postacie pojawią się, gdy wszyscy wybiorą
web-you = ty
web-sign-sun = Słońce: wybiera postać neutralną w miesiącach nieparzystych
web-sign-moon = Księżyc: wybiera postać neutralną w miesiącach parzystych
web-thinking = myśli
web-away = offline
web-at-table = Przy stole
web-hand-over = Niech komputer dokończy za mnie
web-hand-over-sure = Tak, odchodzę z gry
web-replace = Zastąp graczem komputerowym
web-replace-in = Można zastąpić graczem komputerowym za { $time }
web-place-in-order = { $place }.
web-kobun = wolne pionki kobun: { $free } z { $all }
web-retired = na emeryturze, { $type }: { $count }
web-hungry =
    { $count ->
        [one] dzień wypłaty: zabraknie ryżu dla { $count } postaci
        [few] dzień wypłaty: zabraknie ryżu dla { $count } postaci
        [many] dzień wypłaty: zabraknie ryżu dla { $count } postaci
       *[other] dzień wypłaty: zabraknie ryżu dla { $count } postaci
    }
web-payday-lacks =
    Dzień wypłaty w miesiącu { $month }: { $needs ->
        [one] je { $needs } osoba
        [few] jedzą { $needs } osoby
        [many] je { $needs } osób
       *[other] je { $needs } osoby
    }, ryżu starczy dla { $fed }.
web-buildings = Budynki
web-at-square = na polu { $square }
web-built = stoi
web-close = Zamknij
web-counts-fish = liczy się wśród ryb
web-start-step = start
web-all-turns = wszystkie tury
web-nothing-yet = Jeszcze nic się nie wydarzyło
web-log-undo = { $seat } cofa ruch
web-log-bot = Grę przejmuje komputer: { $seat }
web-log-time = Koniec czasu, grę przejmuje komputer: { $seat }
web-back = Wstecz
web-all-choices = Wszystkie możliwości: { $count }
web-choices = Możliwości
web-undo = Cofnij
web-no-undo-nothing-to-undo = Nie ma czego cofać
web-no-undo-chance-revealed = Odkryto nowe informacje
web-no-undo-turn-over = Tura się skończyła
web-no-undo-not-yours = Ostatni ruch nie jest twój
web-no-undo-not-running = Gra nie jest w toku
web-end-turn = Koniec tury
web-end-anyway = Zakończ mimo to
web-deals-left = można jeszcze handlować
web-no-end = Jeszcze nie: dokończ turę
web-turn-of = Tura: { $seat }
web-your-turn = Twoja tura
web-is-moving = { $seat } wykonuje ruch
web-now-payday = Dzień wypłaty
web-now-fire = Pożar w nagai { $nagaya }
web-now-month-ends = Kończy się miesiąc { $month }
web-go-on = Dalej
web-stage-salaries = Pensje
web-stage-neighbours = Sąsiedzi
web-stage-food = Karmienie
web-stage-fed = Wszyscy syci
web-pick-room = Stoisko dla: { $card }
web-pick-card = Kto zajmie { $room }?
web-hint = Podpowiedź
web-skip = Pomiń
web-bar-deals = Sklep i jedna postać
web-bar-deals-done = Wszystko zrobione: zakończ turę
web-bar-character = Jedna postać
web-bar-deal-left = Można jeszcze handlować
web-bar-press-again = Naciśnij jeszcze raz, aby zakończyć turę
web-bar-free = gratis
web-bar-lap-none = Nowe okrążenie
web-bar-lap = { $count ->
        [one] Okrążenie: twoja postać zyskuje doświadczenie
        [few] Okrążenie: { $count } postacie zyskują doświadczenie
        [many] Okrążenie: { $count } postaci zyskuje doświadczenie
       *[other] Okrążenie: { $count } postaci zyskuje doświadczenie
    }
web-bar-lap-retires = { $lap } · na emeryturę: { $cards }
web-bar-pipe = { $count ->
        [one] Fajka
        [few] Fajka: jedna z { $count }
        [many] Fajka: jedna z { $count }
       *[other] Fajka: jedna z { $count }
    }
web-bar-pouch = { $count ->
        [one] Tytoń
        [few] Tytoń: jeden z { $count }
        [many] Tytoń: jeden z { $count }
       *[other] Tytoń: jeden z { $count }
    }
web-bar-buy = { $count ->
        [one] Kup
        [few] Kup oba
        [many] Kup oba
       *[other] Kup oba
    }
web-bar-of = z { $mon }
web-bar-income = Przychód
web-bar-stay = Zostań
web-bar-guard = Uratuj
web-bar-burn = Niech spłonie
web-bar-end = Koniec
web-bar-end-sure = Na pewno?
web-step-slot = +{ $mon } mon, bez zatrudnienia
web-step-hire = Zatrudnienie
web-step-move = Ruch
web-step-trade = Handel
web-deal-done = zrobione
web-not-your-turn = To nie twoja tura.
web-board-as-list = Plansza jako lista
web-do-it = Potwierdź
web-verb-take = Weź
web-verb-hire = Zatrudnij
web-verb-build = Buduj
web-next-payday = Następny dzień wypłaty: miesiąc { $month }
web-next-fire = Następny pożar: miesiąc { $month }, siła { $strength }
web-keys = Klawisze
rules-key-tab = między częściami strony
rules-key-arrows = wewnątrz jednej części
rules-key-all-arrows = z Shift: wszystkie elementy, także niedostępne
rules-key-enter = naciśnij zaznaczony element
rules-key-esc = krok wstecz; pomiń animację
rules-key-digits = możliwości na pasku
rules-key-income = weź przychód
rules-key-buy = kup wybrane żetony
rules-key-undo = cofnij
rules-key-end = zakończ turę
rules-key-all = wszystkie możliwości na liście
rules-key-log = cały dziennik
rules-key-list = plansza jako lista
rules-key-rules = zasady i karty
rules-key-help = ta lista
web-score-sheet = Punktacja
web-place = { $place }. miejsce
web-time-left = pozostało { $time }
web-days-left = { $days } d. { $hours } godz.
web-clock = Zegar
web-clock-none = Bez zegara
web-clock-minutes = po { $minutes } min, +{ $increment } s na turę
web-clock-days = { $days ->
    [one] { $days } dzień na turę
    [few] { $days } dni na turę
    [many] { $days } dni na turę
   *[other] { $days } dnia na turę
}
web-clock-level = Po upływie czasu gra dalej
web-rated = Gra rankingowa
web-is-rated = rankingowa
web-rated-needs = W grze rankingowej grają tylko ludzie, bez podpowiedzi i bez własnych liczb na kartach.
web-rematch = Zagraj ponownie
web-to-rematch = Do następnej gry
web-replay = Powtórka
web-review = Analiza
web-sound = Dźwięki
web-notify = Powiadamiaj mnie o mojej turze, także poza tą stroną
web-notify-refused = Przeglądarka na to nie pozwala.
web-record = Zapis gry
web-pause = Pauza
web-play = Odtwórz
web-step-back = Ruch wstecz
web-step-on = Ruch naprzód
web-speed = Szybkość { $speed }
web-seen-from = Widok
web-move-number = Ruch
web-move-of = Ruch { $move } z { $moves }
web-to-table = Do stołu
web-went-wrong = Wystąpił błąd.
web-offline = Serwer nie odpowiada. Strona próbuje się połączyć.
web-fatal = Na tej stronie wystąpił błąd
web-fatal-more = Żaden ruch nie przepadł: gra jest na serwerze. Wczytaj stronę ponownie, aby grać dalej; raport opisuje błąd.
web-copy-report = Kopiuj raport
web-report = Raport
web-reload = Wczytaj ponownie

## Strona: poczekalnia, ustawienia

web-menu = Menu
web-lobby = Lobby
web-lobby-title = Rok na targowej ulicy dawnego Edo
web-lobby-text = Zatrudniaj rzemieślników, chodź od sklepu do sklepu, nakarm swoich ludzi w dzień wypłaty i bądź na ustach miasta w Nowy Rok.
web-learn = Lekcje
web-learn-title = Krótkie lekcje
web-learn-text = Na prawdziwej planszy, po trzy minuty.
web-learn-start = Zacznij pierwszą lekcję
web-learn-go-on = Kontynuuj lekcję { $number }
web-learn-done = Ukończone: { $done } z { $count }
web-learn-over = Wszystkie lekcje są ukończone ({ $count }).
web-learn-again = Zobacz je jeszcze raz
web-first-title = Twoja pierwsza gra, z trenerem
web-first-text = Mówi, co jest dobre w każdym ruchu. Cofaj, co chcesz.
web-fact-time = 25 minut
web-fact-opponents = { $count ->
        [one] { $count } gracz komputerowy
        [few] { $count } gracze komputerowi
        [many] { $count } graczy komputerowych
       *[other] { $count } gracza komputerowego
    }
web-fact-account = bez konta
web-play-now = Zagraj teraz
web-play-now-text = Przerwij, kiedy chcesz, i wróć później.
web-play-computer = Zagraj z komputerem
web-play-short = Graj
web-without-hints = bez podpowiedzi
web-change = Zmień
web-friends = Zagraj ze znajomymi
web-friends-text = Wyślij łącze, usiądź i graj.
web-friends-go = Otwórz stół
web-friends-short = Ze znajomymi
web-private = prywatny
web-public = publiczny
web-strength = Poziom
web-pace = Tempo
web-no-clock = bez zegara
web-card-numbers = Liczby na kartach
web-cards = Karty
web-open-tables = Otwarte stoły
web-watch = Oglądaj gry
web-leads = { $name } prowadzi, { $points } IKI
web-payday-next = w tym miesiącu dzień wypłaty
web-fire-next = w tym miesiącu pożar o sile { $strength }
web-puzzle-today = Zadanie dnia
web-your-games = Twoje gry
web-turn-at = Twoja tura: { $name }
web-running-count = { $count ->
        [one] { $count } trwa
        [few] { $count } trwają
        [many] { $count } trwa
       *[other] { $count } trwa
    }
web-waiting-count = { $count ->
        [one] { $count } czeka na graczy
        [few] { $count } czekają na graczy
        [many] { $count } czeka na graczy
       *[other] { $count } czeka na graczy
    }
web-continue = Graj dalej
web-look-in = Zobacz
web-month-of-year = Miesiąc { $month } z 12
web-month-payday = Miesiąc { $month } z 12, na końcu dzień wypłaty
web-month-fire = Miesiąc { $month } z 12, na końcu pożar o sile { $strength }
web-last-move = Ostatni ruch { $ago }
web-just-now = przed chwilą
web-you-won = Wygrana, { $points } do { $others }
web-they-won = Wygrywa { $name }, { $points } do { $others }
web-look-back = Obejrzyj
web-small-board = Plansza w miesiącu { $month }
web-seats-free = { $count ->
        [one] { $count } wolne miejsce
        [few] { $count } wolne miejsca
        [many] { $count } wolnych miejsc
       *[other] { $count } wolnego miejsca
    }
web-others-find = Niech inni gracze cię znajdą.
web-open-public = Otwórz stół publiczny
web-against = przeciw: { $names }
web-no-results = Nie ma jeszcze zakończonych gier.
web-today = dzisiaj
web-how-month = Miesiąc w czterech obrazkach
web-how-boat = Łódź określa, jak daleko idziesz i kto zaczyna.
web-how-hire = Zatrudnij postać na jednym ze stoisk albo weź przychód.
web-how-walk = Idź, a tam, gdzie staniesz, handluj ze sklepem i jedną postacią.
web-how-payday = Niektóre miesiące kończy dzień wypłaty, kiedy twoi ludzie jedzą, a inne pożar.
web-tab-tables = Stoły
web-no-open = Żaden stół nie czeka na graczy.
web-no-open-for = { $count ->
        [one] Żaden otwarty stół nie ma { $count } miejsca.
        [few] Żaden otwarty stół nie ma { $count } miejsc.
        [many] Żaden otwarty stół nie ma { $count } miejsc.
       *[other] Żaden otwarty stół nie ma { $count } miejsca.
    }
web-join = Dołącz
web-any-players = dowolna liczba graczy
web-minutes-ago = { $count } min temu
web-hours-ago = { $count } godz. temu
web-days-ago = { $count ->
        [one] { $count } dzień temu
        [few] { $count } dni temu
        [many] { $count } dni temu
       *[other] { $count } dnia temu
    }
web-finished = zakończona
web-month = miesiąc { $month }
web-your-name = Twój pseudonim
web-name-too-long = Nazwa może mieć najwyżej { $most } znaków.
web-name = Pseudonim
web-edition-label = Wydanie
web-players-label = Gracze
web-players = { $count ->
        [one] { $count } gracz
        [few] { $count } graczy
        [many] { $count } graczy
       *[other] { $count } gracza
    }
web-seats = Miejsca
web-seat-you = Ty
web-seat-local = Inny gracz przy tym ekranie
web-seat-open = Wolne miejsce
web-computer = Komputer ({ $level })
web-level-easy = łatwy
web-level-medium = średni
web-level-skilled = wprawny
web-level-hard = trudny
web-level-expert = ekspert
web-level-master = mistrz
web-style-of = Styl miejsca { $number }
web-style-none = bez stylu
web-style-builder = budowniczy
web-style-builder-likes = Zbiera drewno i kobany na budynki.
web-style-fisher = rybak
web-style-fisher-likes = Kupuje ryby w każdej porze roku.
web-style-employer = pracodawca
web-style-employer-likes = Zatrudnia, gdy tylko ma wolnego kobuna.
web-style-captain = kapitan
web-style-captain-likes = Wcześnie rośnie w walce z ogniem.
web-random-seats = Losowa kolejność graczy
web-allow-hints = Podpowiedzi dozwolone
web-help = Pomoc
web-help-none = brak
web-help-hints = podpowiedzi
web-help-coach = trener
web-own-numbers = Użyj liczb z własnego egzemplarza
web-own-numbers-told = Plik TOML z liczbami wydrukowanymi na twoich kartach.
web-own-numbers-remove = Usuń
web-with-own-numbers = własne liczby
web-from-position = od pozycji
web-with-hints = z podpowiedziami
web-with-chat = z rozmową
web-with-coach = z trenerem
web-listed = Publiczny: każdy może dołączyć z lobby
web-pace-days = Turami, przez kilka dni
web-pace-live = Za jednym razem
web-spectators = Widzowie dozwoleni
web-allow-chat = Rozmowa dozwolona
web-table-name = Nazwa stołu
web-begin = Rozpocznij grę
web-waiting-room = Czekamy na graczy
web-who-are-you = Jak mamy cię nazywać?
web-who-told = Inni gracze widzą twój pseudonim i herb.
web-all-taken = Wszystkie miejsca są zajęte. Gdy gra się zacznie, możesz ją oglądać.
web-all-taken-private = Wszystkie miejsca są zajęte, a gra jest bez widzów.
web-table-closed = Ten stół jest zamknięty
web-sit-down = Zajmij miejsce
web-host = gospodarz
web-copy-link = Kopiuj łącze
web-share-link = Udostępnij łącze
web-send-link = Wyślij to łącze
web-scan = Kod QR łącza
web-copied = Skopiowano
web-seats-open = { $count ->
        [one] { $count } miejsce jest wolne
        [few] { $count } miejsca są wolne
        [many] { $count } miejsc jest wolnych
       *[other] { $count } miejsca jest wolne
    }
web-crest = Herb
web-crest-wave = fala
web-crest-plum = śliwa
web-crest-scales = łuski
web-crest-diamond = romby
web-crest-of = { $crest }: ma go { $name }
web-give-seat = Miejsce { $number }: kto tu gra
web-ready = Gotowy
web-not-ready = Jeszcze niegotowy
web-awaits = czekamy na: { $names }
web-host-begins = Grę rozpoczyna gospodarz.
web-more = Więcej
web-close-table = Zamknij stół
web-leave = Opuść stół
web-language = Język
web-theme-change = Jasny lub ciemny
web-theme-system = Jak w systemie
web-theme-light = Jasny
web-theme-dark = Ciemny
web-motion = Animacje
web-motion-full = Wszystkie
web-motion-less = Ograniczone
web-quick-tap = Ruch jednym dotknięciem, bez potwierdzania
web-other-device = Graj dalej na innym urządzeniu
web-once = Łącze zadziała tylko raz, w ciągu 15 minut.
web-saved = Zapisano
web-local-loading = Ładowanie stołu: { $loaded } z { $total } MB
web-local-large = Stół potrzebuje { $total } MB tylko raz; potem działa bez połączenia.
web-local-load = Załaduj teraz
web-local-failed = Nie udało się załadować stołu. Sprawdź połączenie i spróbuj ponownie.
web-local-again = Spróbuj ponownie
web-local-unkept = Ta przeglądarka niczego nie zachowuje: gry kończą się z tą kartą.
web-local-friends = Na jednym ekranie, po kolei.
offline-kept-games = Twoje gry
offline-kept-where = Gry, lekcje i zagadki są tylko w tej przeglądarce. Zabierz je w pliku.
offline-kept-save = Zapisz do pliku
offline-kept-open = Dodaj z pliku
offline-kept-added = Dodano wszystko z pliku.
offline-kept-wrong = To nie jest plik z grami edokko.
offline-kept-absent = Nie ma tu serwera: brakuje ludzi z zewnątrz, czatu, rankingów i wydarzeń.
web-create-link = Utwórz łącze
web-behaviour = Gra
web-look = Wygląd
web-move-in = Grać tu dalej jako gracz z drugiego urządzenia? Obecny gracz z tego urządzenia zostanie usunięty.
web-move-in-yes = Graj tutaj
web-games-won = Gry: { $games }, wygrane: { $wins }
web-rating = gra na { $players } graczy: ranking { $rating } po { $games ->
    [one] { $games } grze
    [few] { $games } grach
    [many] { $games } grach
   *[other] { $games } gry
    }
web-favourites = Najczęściej zatrudniane
web-results = Wyniki
web-result = Miejsce { $place } z { $players }, { $points } IKI

## Strona: co znaczą liczby i obrazki

web-tip-mon = Pieniądze na zatrudnianie, towary i budynki. Na koniec każde { $every } mon dają 1 IKI.
web-tip-rice = W każdy dzień wypłaty każda postać tego gracza na planszy zjada 1 ryż. Teraz na planszy: { $mouths }.
web-tip-sandals = Za 1 sandał oyakata idzie o 1 pole dalej.
web-tip-wood = Materiał na budynki. Na koniec każda sztuka drewna daje { $iki } IKI.
web-tip-koban = Zapłata za budynki. Na koniec każdy koban daje { $iki } IKI.
web-tip-iki =
    { $count } IKI
    Dotychczasowy wynik. Gdyby gra skończyła się teraz, byłoby { $points }. Wygrywa, kto ma najwięcej IKI.
web-tip-fire =
    Walka z ogniem: { $count }
    Decyduje, kto wybiera pierwszy i czy pożar zatrzyma się na stoiskach tego gracza.
web-tip-retired =
    { $type }
    Na emeryturze: { $retired }, na planszy: { $standing }. Postacie na emeryturze przynoszą pensję w każdy dzień wypłaty i nie jedzą. Na koniec różne zawody (od 1 do { $most }), na planszy lub na emeryturze, dają { $row } IKI.
web-tip-kobun = Na każdej karcie tego gracza stoi kobun. Bez wolnego pionka kobun nie można zatrudniać ani budować.
web-tip-goods = Ryby z różnych pór roku dają na koniec { $row } IKI. Tytoń też się liczy, z fajką podwójnie.
web-tip-order = Numer { $place } w kolejności gry w tym miesiącu: łodzie od lewej.
web-tip-hire-discount = Każde zatrudnienie kosztuje o 1 mon mniej.
web-tip-extra-step = Każdy ruch może być o 1 pole dłuższy.
web-tip-fire-guard = Raz ratuje postać przed pożarem.
web-tip-joker = Lalkarz liczy się na koniec jako zawód, który daje najwięcej.
web-tip-payday = Miesiąc kończy dzień wypłaty: pensje, potem IKI za sąsiadujące postacie tego samego zawodu, na końcu karmienie.
web-tip-fire-month = Miesiąc kończy pożar o sile { $strength }. Wybucha na zewnętrznym końcu wylosowanej nagai.
web-tip-new-year = Każdy gracz odwiedza jeszcze jedno pole i może tam handlować. Potem liczy się wynik końcowy.
web-tip-hint = Trzy najlepsze ruchy, każdy z szansą na wygraną i uzasadnieniem.
web-tip-fire-next = Najbliższy pożar: miesiąc { $month }, siła { $strength }.
web-hint-at = { $move }, stoisko { $room }
web-hint-food = na dzień wypłaty potrzeba ryżu: { $needs }, jest: { $has }
web-hint-else = Podpowiedź nie poleca tej karty: { $card }. Lepsze są 1, 2 i 3.

## The lessons: titles, sentences, sums, replies

# the lessons on the page
lesson-step = Krok { $step } z { $steps }
lesson-number = Lekcja { $number }: { $title }
lesson-bar = Lekcja
lesson-may-press = Możesz nacisnąć
lesson-may-move = { $move } albo dowolną kartę, żeby ją przeczytać
lesson-may-button = Czerwony przycisk albo dowolną kartę, żeby ją przeczytać
lesson-may-next = „Dalej” albo dowolną kartę, żeby ją przeczytać
lesson-leave = Opuść lekcję
lesson-back = Wstecz
lesson-next = Dalej
lesson-later = Później w tej lekcji.
lesson-all = Wszystkie lekcje
lesson-list-lead = Poznaj IKI, naciskając prawdziwe rzeczy na prawdziwej planszy. Nic się nie liczy, a lekcję możesz opuścić i dokończyć później.
lesson-list-size = Kroki: { $steps }, około { $minutes } min
lesson-list-start = Zacznij
lesson-list-go-on = Kontynuuj
lesson-list-again = Powtórz
lesson-press-letter = Wybierz literę. Próbuj, ile chcesz.
lesson-show = Pokaż mi
lesson-letter = { $letter }: { $target }
lesson-lanterns = Zapalone lampiony: { $count } z { $all }
lesson-print = Ta rycina jest twoja
lesson-print-of = Rycina: { $title }
lesson-print-later = Jeszcze niewydrukowana: { $title }
lesson-wall = Twoje ryciny
lesson-kept = { $count ->
    [3] Wszystkie trzy lampiony: wspaniale.
    [2] Dwa lampiony z trzech: bardzo dobrze.
    [1] Jeden lampion z trzech: dobra robota.
   *[other] Jesteś na końcu i to się liczy.
}
lesson-again = Jeszcze raz, po trzy lampiony
lesson-aim-people = ludzie, którzy zarabiają
lesson-aim-neighbours = dobrzy sąsiedzi
lesson-aim-goods = to, co zbierasz

lesson-otherwise = Nie teraz: ten krok wymaga ruchu „{ $move }”.
lesson-otherwise-next = To będzie później w tej lekcji. Naciśnij „Dalej”.

lesson-street = Ulica
lesson-street-learned = Łódź mówi, jak daleko idziesz; gdzie staniesz, tam handlujesz.
lesson-street-aim = Dwanaście miesięcy: kto ma w Nowy Rok najwięcej IKI, wygrywa.
lesson-street-oyakata = Ta figurka to twój oyakata: chodzi dookoła po ośmiu polach ulicy.
lesson-street-boat = Numer twojej łodzi mówi, jak daleko pójdziesz.
lesson-street-boat-ask = Która łódź zawiezie cię do sklepu z ryżem?
lesson-street-boat-short = Ta łódź staje za wcześnie; policz pola do sklepu z ryżem.
lesson-street-boat-far = Ta łódź wiezie za daleko; policz pola od startu.
lesson-street-boat-yes = Tyle pól, ile wynosi jej numer: tam jest sklep z ryżem.
lesson-street-income = Weź przychód w mon, monetach tej ulicy.
lesson-street-no-hire = Zatrudniać będziesz w następnej lekcji. Teraz weź przychód.
lesson-street-walk = Idź tyle, ile mówi łódź; każdy wydany sandał dodaje jedno pole.
lesson-street-walk-ask = Która droga nie kosztuje sandała?
lesson-street-walk-no = To o jedno pole więcej, niż mówi łódź: potrzebny jest sandał.
lesson-street-walk-yes = Dokładnie tyle, ile mówi łódź, a sandały zostają.
lesson-street-shop = Stoisz przy sklepie z ryżem: zrób z nim interes.
lesson-street-not-done = Najpierw kup ryż: przyda ci się później.
lesson-street-done = Zakończ turę; potem grają pozostali gracze.
lesson-street-month = Nowy miesiąc: kto prowadzi w walce z ogniem, pierwszy wybiera łódź.
lesson-street-month-ask = Kto wybiera pierwszy w tym miesiącu?
lesson-street-month-no = Tu jeszcze nie ma walki z ogniem; zobacz, kto stanął przy strażnicy.
lesson-street-month-yes = Jeden postój przy strażnicy wystarczył, by być pierwszym.

lesson-hiring = Zatrudnianie
lesson-hiring-learned = Zatrudniasz ludzi: każdy kosztuje, zajmuje stoisko i jednego twojego kobuna.
lesson-hiring-row = Zamiast przychodu możesz zatrudnić jedną z tych osób.
lesson-hiring-mon = Płacisz cenę karty i bierzesz mon, który na niej leży.
lesson-hiring-mon-ask = Która z nich zostawi ci najwięcej mon?
lesson-hiring-mon-no = { $monk }: leży tu jeden mon, ale cena jest wysoka; porównaj ceny.
lesson-hiring-mon-bare = { $sandal_maker }: na tej karcie nie ma mon; poszukaj karty z monetą.
lesson-hiring-mon-yes = { $book_lender }: niska cena i jeden mon w prezencie.
lesson-hiring-fire = Niektórzy podnoszą twoją walkę z ogniem, gdy tylko zajmą stoisko.
lesson-hiring-fire-ask = Kto wzmocni twoją walkę z ogniem?
lesson-hiring-fire-no = Ta karta go nie daje; poszukaj znaku u góry kart.
lesson-hiring-fire-yes = { $monk }: o stopień więcej, i teraz zatrudniasz tę kartę.
lesson-hiring-place = Każdy potrzebuje stoiska; przy skrzyżowaniu kosztuje ono { $surcharge } mon więcej.
lesson-hiring-place-ask = Które stoisko zostawi ci najwięcej mon?
lesson-hiring-place-no = To stoisko jest przy skrzyżowaniu i kosztuje więcej; szukaj dalej od niego.
lesson-hiring-place-yes = Z dala od skrzyżowania nie dopłacasz.
lesson-hiring-kobun = Na każdej twojej karcie stoi pomocnik w twoim kolorze, kobun; wolni: { $kobun }.
lesson-hiring-kobun-ask = Która z tych osób też jest twoja?
lesson-hiring-kobun-no = Kobun ma tu inny kolor; porównaj go z twoją kartą „{ $monk }”.
lesson-hiring-kobun-yes = Twój kolor: ta osoba też pracuje dla ciebie.
lesson-hiring-land = Teraz idź tyle, ile mówi łódź, od miejsca, gdzie stoi oyakata.
lesson-hiring-land-ask = Dokąd dojdziesz bez sandała?
lesson-hiring-land-no = Tu potrzebny jest sandał; policz jeszcze raz od oyakaty.
lesson-hiring-land-yes = Tyle, ile mówi łódź: dochodzisz do strażnicy.

lesson-other-done = Jeszcze nie: najpierw zrób zaznaczony interes.
lesson-other-deal = Ten interes jest dozwolony, ale zrób zaznaczony.
lesson-other-deal-later = Teraz nie trzeba robić interesu: zakończ turę.

lesson-neighbours = Sąsiedzi
lesson-neighbours-learned = Sąsiedzi o tym samym zawodzie zarabiają razem.
lesson-neighbours-type = Kolor i znak pokazują zawód: tu pracuje artysta.
lesson-neighbours-nagaya = Harmonia: dwoje o tym samym zawodzie w domu z czterech stoisk daje IKI.
lesson-neighbours-nagaya-ask = W którym domu artyści są w harmonii?
lesson-neighbours-nagaya-no = Tu mieszka tylko jeden artysta; szukaj dwóch w jednym domu.
lesson-neighbours-nagaya-none = Tu w harmonii są dwaj rzemieślnicy; szukaj dwóch artystów.
lesson-neighbours-nagaya-yes = Dwóch artystów w jednym domu: w dzień wypłaty dają właścicielowi IKI.
lesson-neighbours-hire = Cztery stoiska przy skrzyżowaniu też sąsiadują; stoi tam dwóch artystów.
lesson-neighbours-hire-ask = Kogo zatrudnisz, by do nich dołączył?
lesson-neighbours-hire-no = To inny zawód; szukaj koloru i znaku artystów.
lesson-neighbours-hire-yes = Trzeci artysta: teraz potrzebuje najlepszego stoiska.
lesson-neighbours-place = Harmonia płaci: twoje osoby w grupie × wszystkie tego zawodu.
lesson-neighbours-place-ask = Gdzie twój artysta zarobi najwięcej w dzień wypłaty?
lesson-neighbours-place-one = Nieźle: po jednym twoim w każdej grupie; szukaj miejsca, gdzie byłoby dwóch twoich.
lesson-neighbours-place-alone = Sam w tym domu nie zarobi nic; szukaj innych artystów.
lesson-neighbours-place-yes = { $kobun } twoich razy { $cards } w grupie, w każdy dzień wypłaty.
lesson-neighbours-done = Zakończ turę: ten miesiąc kończy dzień wypłaty.
lesson-neighbours-iki = Harmonia zapłaciła i będzie płacić w każdy dzień wypłaty.
lesson-neighbours-next = Ten twój sprzedawca sklepowy jest jeszcze sam.
lesson-neighbours-next-ask = Gdzie drugi sprzedawca stworzy harmonię?
lesson-neighbours-next-no = W tym domu nie ma sprzedawcy; zobacz, gdzie stoi twój.
lesson-neighbours-next-yes = Ten sam zawód, ten sam dom: to jest harmonia.

lesson-trade = Handel i doświadczenie
lesson-trade-learned = Dwa interesy na każdym postoju i doświadczenie po każdym okrążeniu.
lesson-trade-lap = Gdy oyakata mija linię startu, każda twoja osoba wchodzi o stopień wyżej.
lesson-trade-lap-ask = Kto wtedy dojdzie na szczyt i na emeryturę?
lesson-trade-lap-no = { $monk }: brakuje jeszcze stopni; porównaj drabinki na kartach.
lesson-trade-lap-yes = { $dyer }: brakuje tylko ostatniego stopnia.
lesson-trade-sandal = Siedzisz w łodzi 1; każdy wydany sandał dodaje jedno pole.
lesson-trade-sandal-ask = Dokąd dojdziesz z jednym sandałem?
lesson-trade-sandal-none = Tu dowiezie cię sama łódź; sandał zaprowadzi dalej.
lesson-trade-sandal-two = Tu wydasz więcej niż jeden; stań wcześniej.
lesson-trade-sandal-yes = Jedno pole za łódź, jedno za sandał: sklep z ryżem.
lesson-trade-retired = { $dyer }: na emeryturze, z wolnym kobunem, nadal płaci w każdy dzień wypłaty.
lesson-trade-shop = Teraz handluj: najpierw zrób interes ze sklepem.
lesson-trade-work = Potem możesz zrobić interes z jedną osobą przy twoim polu, nawet cudzą.
lesson-trade-work-ask = Z kim możesz tu zrobić interes?
lesson-trade-work-no = To stoisko należy do innego pola; zajrzyj za sklep z ryżem.
lesson-trade-work-yes = Tuż za sklepem z ryżem, a interes daje ci ryż.
lesson-trade-owner = Dzięki twojemu interesowi osoba drugiego gracza weszła o stopień wyżej.

lesson-payday = Dzień wypłaty i karmienie
lesson-payday-learned = Przed każdym dniem wypłaty: jeden ryż dla każdej twojej osoby.
lesson-payday-months = Dzień wypłaty jest cztery razy w roku, na koniec tych miesięcy.
lesson-payday-food = W dzień wypłaty każda twoja osoba na planszy zjada jeden ryż.
lesson-payday-food-ask = Kto ma za mało ryżu?
lesson-payday-food-no = Tu ryżu wystarczy; porównaj ludzi i ryż każdego gracza.
lesson-payday-food-yes = Ty: ktoś będzie głodny i odejdzie.
lesson-payday-salary = Przedtem każda osoba płaci pensję ze stopnia, na którym stoi kobun.
lesson-payday-salary-ask = Kto zapłaci ci najwięcej IKI?
lesson-payday-salary-none = { $yamabushi }: brak pensji; szukaj IKI na drabinkach.
lesson-payday-salary-mon = { $soba }: mon się przydadzą, ale szukaj IKI.
lesson-payday-salary-yes = { $seamstress }: kobun stoi przy IKI, a dzień wypłaty się zaczyna.
lesson-payday-retired = Osoba na emeryturze płaci ostatnią pensję w każdy dzień wypłaty.
lesson-payday-starve = Brakuje ci jednego ryżu: jedna twoja osoba musi odejść.
lesson-payday-starve-ask = Bez kogo najłatwiej się obejdziesz?
lesson-payday-starve-no = Ta osoba płaci w każdy dzień wypłaty; szukaj kogoś bez pensji.
lesson-payday-starve-yes = { $yamabushi }: żadna pensja nie przepada.
lesson-payday-kobun = Jej kobun jest znów wolny, a twoja walka z ogniem zostaje.
lesson-payday-rice = Następny dzień wypłaty kończy miesiąc { $next }: zbierz ryż wcześniej.
lesson-payday-rice-ask = Gdzie dostaniesz ryż?
lesson-payday-rice-no = Tu sprzedają sandały; szukaj ryżu na szyldach.
lesson-payday-rice-away = Tu oddajesz ryż za mon; szukaj sklepu, który go sprzedaje.
lesson-payday-rice-yes = Sklep z ryżem: stań tam przed dniem wypłaty.

lesson-fire = Pożar i Nowy Rok
lesson-fire-learned = Walka z ogniem tak silna jak pożar chroni twoich ludzi.
lesson-fire-months = Trzy razy w roku miesiąc kończy się pożarem.
lesson-fire-weaker = Wchodzi do jednego domu od brzegu, a każde stoisko go osłabia.
lesson-fire-weaker-ask = Gdzie pożar jest najsłabszy?
lesson-fire-weaker-edge = Tu zaczyna się z pełną siłą; spójrz w stronę skrzyżowania.
lesson-fire-weaker-no = Jest już słabszy, ale zostało jeszcze jedno stoisko.
lesson-fire-weaker-yes = Przy skrzyżowaniu: najdłuższa droga, najsłabszy pożar.
lesson-fire-guard = Pali osoby, których właściciel ma mniej walki z ogniem, niż ogień ma siły.
lesson-fire-guard-ask = Kto w tym domu jest bezpieczny?
lesson-fire-guard-no = Walka z ogniem właściciela jest słabsza od pożaru; porównaj obie liczby.
lesson-fire-guard-near = Twoja osoba, brakuje niewiele; zobacz, kto stoi dalej od brzegu.
lesson-fire-guard-yes = Tak silna jak ogień lub silniejsza: pożar gaśnie.
lesson-fire-tower = Stoisz przy strażnicy, która podnosi twoją walkę z ogniem.
lesson-fire-done = Zakończ turę: pożar wchodzi do tego domu.
lesson-fire-out = Pierwsze stoisko spłonęło, ale twoja osoba ugasiła pożar.
lesson-fire-visit = Nowy Rok: odwiedź dowolne pole bez chodzenia i handluj ostatni raz.
lesson-fire-visit-ask = Gdzie zdobędziesz najwięcej IKI?
lesson-fire-visit-tower = Pożarów już nie będzie; szukaj interesu, który daje IKI.
lesson-fire-visit-mon = Trochę mon, ale bez IKI; spójrz na oświetloną osobę.
lesson-fire-visit-yes = Najpierw zastaw sandał; potem { $incense } zamieni mon na IKI.
lesson-fire-trade = Handluj ostatni raz: sandał za mon, potem mon za IKI.

lesson-goods = Ryby, fajki, tytoń i budynki
lesson-goods-learned = To, co zbierasz, liczy się w Nowy Rok.
lesson-goods-fish = Na targu rybnym możesz kupić jedną rybę na porę roku.
lesson-goods-seasons = Na koniec ryby z różnych pór roku liczą się razem.
lesson-goods-seasons-ask = Czyje ryby dają teraz najwięcej?
lesson-goods-seasons-no = Jedna droga ryba z jednej pory; szukaj ryb z dwóch pór.
lesson-goods-seasons-none = Tu nie ma ryb; porównaj, co mają gracze.
lesson-goods-seasons-yes = Twoje: dwie tanie ryby z dwóch pór są lepsze niż jedna droga.
lesson-goods-tobacco = Sklep z tytoniem sprzedaje fajkę i tytoń w jednym interesie.
lesson-goods-other-tobacco = Dobrze, ale weź oba zaznaczone towary w jednym interesie.
lesson-goods-double = Na koniec tytoń daje IKI, a fajka je podwaja.
lesson-goods-build = Na placu budowy płacisz za budynek koban i drewno.
lesson-goods-build-ask = Za który budynek możesz zapłacić?
lesson-goods-build-no = Kosztuje więcej, niż masz; porównaj cenę ze swoimi dobrami.
lesson-goods-build-yes = { $inn }: masz dokładnie tyle, ile trzeba.
lesson-goods-place = Jak osoba, zajmuje stoisko i wolnego kobuna.
lesson-goods-place-ask = Które stoisko nie wymaga dopłaty?
lesson-goods-place-no = Za skrzyżowanie płaci też budynek; szukaj dalej.
lesson-goods-place-yes = Z dala od skrzyżowania nie ma dopłaty.
lesson-goods-rice = Znów nadchodzi dzień wypłaty i twoi ludzie będą głodni.
lesson-goods-rice-ask = Co z tego nie potrzebuje ryżu?
lesson-goods-rice-no = Osoba zjada jeden ryż; szukaj tego, co nie jest osobą.
lesson-goods-rice-yes = { $inn }: budynek nigdy nie je.
lesson-goods-points = Teraz nic nie płaci, ale jego IKI liczą się na koniec.

lesson-end = Koniec i punktacja
lesson-end-learned = Wygrywa najwięcej IKI, a wiele daje to, co zbierasz.
lesson-end-track = W Nowy Rok najpierw liczą się IKI z toru.
lesson-end-track-ask = Kto prowadzi na torze?
lesson-end-track-you = Na torze jesteś na końcu; porównaj pozostałe liczby.
lesson-end-track-no = Blisko; porównaj tę liczbę z innymi.
lesson-end-track-yes = Na razie z przodu, ale wiele jest jeszcze do policzenia.
lesson-end-types = Różne zawody dają IKI; { $card } na emeryturze zastępuje brakujący.
lesson-end-fish = Ryby z różnych pór roku liczą się razem, a drogie trochę więcej.
lesson-end-fish-ask = Kto dostanie najwięcej IKI za ryby?
lesson-end-fish-no = Tu jest mniej pór roku; policz ryby każdego gracza.
lesson-end-fish-yes = Twoje: najwięcej pór roku i drogie ryby wśród nich.
lesson-end-pouches = Tytoń daje IKI, a fajka je podwaja.
lesson-end-pouches-ask = Kto dostanie najwięcej IKI za tytoń?
lesson-end-pouches-no = Mało tytoniu albo brak; szukaj tytoniu razem z fajką.
lesson-end-pouches-yes = Twój tytoń liczy się podwójnie, bo masz fajkę.
lesson-end-building = Ten twój budynek daje jeszcze raz IKI twoich ryb.
lesson-end-who = Koban, drewno i mon dodają na koniec trochę.
lesson-end-who-ask = Kto więc wygra?
lesson-end-who-no = Mocny na torze, ale z mniejszymi zbiorami; zsumuj każdego gracza.
lesson-end-who-yes = Ty, z ostatniego miejsca na torze: wygrywa najwięcej IKI.
lesson-end-done = Została jedna rzecz: zakończ swoją ostatnią turę.
lesson-end-total = Oto cała twoja suma, od toru do ostatniego mon.
## Strona: plansza do analizy i zadania

study-title = Plansza do analizy
study-intro = Graj za wszystkich, wybieraj, co przyniesie los, cofaj się i próbuj inaczej. Silnik pokazuje najlepsze ruchy.
study-from-empty = Nowa gra
study-from-record = Zapis gry
study-drop = Wybierz plik z zapisem gry albo upuść go gdziekolwiek na tej stronie.
study-from-position = Pozycja w jednym wierszu
study-file = Wybierz plik
study-example = Pozycja do wypróbowania
study-try = Wypróbuj
study-players = Graczy: { $count }
study-open = Otwórz planszę
study-seen-from = Widok
study-best = Najlepsze ruchy
study-engine = Silnik
study-engine-off = Silnik jest wyłączony.
study-thinking = Silnik zaczyna …
study-waiting = Analizy przed tobą: { $count }.
study-simulations = Symulacje: { $count }
study-first-guess = Pierwsze przybliżenie
study-lost = Wszystkie ruchy przegrywają mniej więcej tak samo. Kolejność według spodziewanego wyniku.
study-win = szansa wygranej
study-played = zagrane w tej grze
study-deeper = Szukaj głębiej
study-variations = Warianty
study-start = Początek
study-promote = Wariant główny
study-delete = Usuń
study-more = Jeszcze { $count }
study-name-variation = Nazwa tego wariantu
study-comment = Komentarz
study-walk = Ruchy i studium
study-back = Ruch wstecz
study-on = Ruch naprzód
study-name = Nazwa studium
study-save = Zapisz
study-save-copy = Zapisz kopię
study-copy-position = Kopiuj pozycję
study-analyse = Analizuj
study-play-on = Graj dalej
study-play-title = Graj dalej od tej pozycji
study-play-told = Nowy stół zaczyna od tej pozycji. Wybierz swoje miejsce i to, kto gra na pozostałych. Gra nie liczy się do rankingu ani do wyników.
study-play-chance = Teraz decyduje los: losowanie odbędzie się na początku gry.
study-play-over = Tu gra jest skończona, nie ma już nic do zagrania.
study-play-decides = na ruchu
study-as-study = Jako studium
study-no-record = Gra rozpoczęta od pozycji nie ma zapisu. Jej ruchy zachowa studium.
study-chance = Co przynosi los
study-draw = Niech zdecyduje los
study-choose-chance = Sam wybieram los
study-choose-reveal = Wybierz odkrywane postacie: { $count }.
study-choose-buildings = Wybierz dostępne budynki: { $count }.
study-choose-closed = Wybierz zamykaną łódź.
study-choose-fire = Wybierz nagayę, w której wybucha pożar.
study-chance-reveal = Odkryto: { $names }
study-chance-buildings = Dostępne: { $names }
study-chance-closed = Zamknięte: { $names }
study-chance-fire = Pożar: { $names }
study-reviewing = Trwa analiza gry: { $done } z { $total } decyzji
study-review-turns = Co odwróciło losy gry
study-review-curve = Szanse na wygraną, miesiąc po miesiącu
study-review-mine = Twoje błędy
study-review-flawless = Nie znaleziono błędów.
study-chances = Szansa na wygraną
study-expected = Oczekiwane IKI
study-as-table = Jako tabela
study-as-curve = Jako wykres
study-review-off = Zamknij analizę
study-mistake-before = Poprzedni błąd
study-mistake-after = Następny błąd
study-mistakes-others = Błędy pozostałych graczy
study-mistakes = Błędy
study-curve = Wykres
study-turns-short = Zwroty
study-figures = Liczby
study-forced = Tu nie ma z czego wybierać.
study-equal = Żaden inny ruch nie jest wyraźnie lepszy.
study-reviews-before = { $count ->
    [one] Wcześniej czeka jedna analiza.
    [few] Wcześniej czekają { $count } analizy.
    [many] Wcześniej czeka { $count } analiz.
   *[other] Wcześniej czeka { $count } analizy.
}
study-again = Spróbuj ponownie
study-then = potem { $moves }
study-decides = Decyduje { $seat }
puzzle-title = Zadanie
puzzle-tried = prób: { $count }
puzzle-you = Twój pionek.
puzzle-board = Plansza zadania, miesiąc { $month }
puzzle-difficulty = Trudność { $difficulty } z 5
puzzle-question = { $count ->
        [one] { $seat }: znajdź jedyny najlepszy ruch.
        [few] { $seat }: znajdź { $count } najlepsze ruchy.
        [many] { $seat }: znajdź { $count } najlepszych ruchów.
       *[other] { $seat }: znajdź { $count } najlepszego ruchu.
    }
puzzle-theme-slot = Zaczyna się od łodzi.
puzzle-theme-hire = Zaczyna się od przychodu albo zatrudnienia.
puzzle-theme-walk = Zaczyna się od ruchu po ulicy.
puzzle-theme-trade = Zaczyna się od handlu.
puzzle-theme-visit = Jest Nowy Rok: zaczyna się od odwiedzin.
puzzle-theme-loss = Coś przepada. Wybierz co.
puzzle-ask-slot = Która łódź jest tu najlepsza?
puzzle-ask-hire = Przychód, a może kogo zatrudniasz?
puzzle-ask-walk = Jak daleko idziesz?
puzzle-ask-trade = Który interes jest tu najlepszy?
puzzle-ask-visit = Które pole odwiedzasz w Nowy Rok?
puzzle-ask-loss = Z czego rezygnujesz?
puzzle-help-slot = Łódź mówi, jak daleko idziesz. Ta najbardziej z lewej gra pierwsza.
puzzle-help-hire = Postać kosztuje mon, a w każdy dzień wypłaty coś przynosi.
puzzle-help-walk = Na każdym polu jest inny sklep. Z sandałami dojdziesz dalej.
puzzle-help-trade = Jeden interes ze sklepem i jeden z postacią.
puzzle-help-visit = To ostatnie interesy w grze: liczy się tylko IKI.
puzzle-help-loss = Porównaj, co każda z kart jeszcze przyniesie.
puzzle-kind-ikizama = Pomyśl, kto gra przed tobą i które pola są w zasięgu.
puzzle-kind-income = Tym razem bez zatrudniania.
puzzle-kind-hire = Zatrudnienie jest lepsze niż przychód.
puzzle-kind-move = Zobacz, co daje każde pole.
puzzle-kind-shop = To interes ze sklepem.
puzzle-kind-work = To interes z postacią.
puzzle-kind-done = Tu najlepiej skończyć.
puzzle-kind-visit = Zobacz, co daje każde pole.
puzzle-kind-guard = Wydaj ochronę: ta karta jest tego warta.
puzzle-kind-burn = Zachowaj ochronę.
puzzle-kind-starve = Porównaj, co jeszcze przyniosą.
puzzle-hint = Podpowiedź
puzzle-hint-wrong = Wygląda dobrze, ale nie jest najlepsze: { $move }
puzzle-give-up = Pokaż rozwiązanie
puzzle-on = Na razie dobrze. Graj dalej.
puzzle-goes-on = { $count ->
        [one] Dobrze. Jeszcze jedna decyzja.
        [few] Dobrze. Jeszcze { $count } decyzje.
        [many] Dobrze. Jeszcze { $count } decyzji.
       *[other] Dobrze. Jeszcze { $count } decyzji.
    }
puzzle-play-on = Graj dalej
puzzle-found = Udało się.
puzzle-wrong = Inny ruch jest lepszy.
puzzle-counts = Znalazło { $found } z { $answers } graczy.
puzzle-sum = wygrywa { $win } gier na 100, { $iki } IKI
puzzle-solution = Rozwiązanie
puzzle-play-out = Odegraj
puzzle-analyse = Plansza do analizy
puzzle-next = Następne zadanie
puzzle-look = Obejrzyj

## Strona: zasady w skrócie

rules-goal = O co chodzi
rules-goal-text = Jesteście kupcami na targowej ulicy w Edo. Przez dwanaście miesięcy zatrudniacie postacie, pomagacie im zdobywać doświadczenie i budujecie. Wygrywa, kto ma na koniec najwięcej *IKI*.
rules-month = Miesiąc
rules-month-text = W kolejności [walki z ogniem|firefighting] każdy gracz wybiera łódź. Wskazuje ona, o ile pól się przesuniesz. Potem gracze rozgrywają swoje tury, *od lewej do prawej*. Łodzie to tor ikizama, czyli *droga życia* z instrukcji.
rules-month-free = Łódź *1–4* daje *{ $mon }*, ale bez przychodu i bez zatrudnienia.
rules-month-bare = Łódź *1–4* nie daje przychodu ani zatrudnienia.
rules-hire = Zatrudnienie
rules-hire-text = Weź *{ $income }* albo zatrudnij postać: zapłać jej koszt, pomniejszony o mon leżące na karcie, i postaw na niej wolny pionek [kobun].
rules-hire-corner = Stoisko przy *skrzyżowaniu* kosztuje *+{ $mon }*. Cztery takie stoiska tworzą piątą grupę sąsiadów.
rules-hire-middle = *Środkowe* stoisko [nagai|nagaya] kosztuje *+{ $mon }*. Należy do obu sklepów.
rules-move = Ruch
rules-move-text = Twój [oyakata] idzie tyle pól, ile wskazuje łódź, i o 1 pole dalej za każdy sandał. Gdy przekroczy [linię okrążenia|lap], wszystkie twoje postacie na planszy zyskują 1 [punkt doświadczenia|experience].
rules-trade = Handel
rules-trade-text = Jeden interes ze sklepem na twoim polu i jeden z postacią na jego stoiskach. Postać innego gracza zyskuje przy tym 1 [punkt doświadczenia|experience].
rules-trade-retire = Postać, która dojdzie do koła, przechodzi na emeryturę: jej pionek [kobun] jest znów wolny.
rules-payday = Dzień wypłaty
rules-payday-months = koniec miesięcy { $months }
rules-salary = *Pensje* wszystkich postaci, na planszy i na emeryturze
rules-harmony = *Sąsiedzi* jednego zawodu w [nagai|nagaya], co najmniej dwie karty: twoje pionki [kobun] × wszystkie te karty, np. { $kobun } × { $cards } = { $iki } IKI
rules-food = *Karmienie:* 1 ryż za każdą twoją postać *na planszy*; nienakarmiona odchodzi
rules-houses = Wypłata z budynków: *{ $names }*
rules-fire = Pożar
rules-fire-less = o jeden mniej na każdym stoisku
rules-fire-text = Wybucha na zewnętrznym końcu [nagai|nagaya] i pali postacie, budynki i karty [neutralne|neutral]. Gasi go właściciel, którego poziom [walki z ogniem|firefighting] dorównuje sile pożaru.
rules-goods = Dobra
rules-goods-end = na koniec
rules-goods-text = Tytoń liczy się podwójnie z fajką. Ryż i sandały nic nie dają.
rules-fish = Ryby
rules-fish-seasons = różne pory roku
rules-types = Zawody
rules-types-text = Liczą się wszystkie zatrudnione przez ciebie postacie, *na planszy i na emeryturze*.
rules-buildings = Budynki
rules-buildings-text = { $shop }: *{ $mon }* i koszt budynku. Zostaje na nim wolny pionek [kobun]. Nikt nie robi z nim interesów, nie wymaga karmienia, ale może spłonąć.
rules-end = Wynik
rules-end-text = W Nowy Rok każdy gracz odwiedza jeszcze jedno, dowolne pole. Potem sumuje się IKI, zawody, ryby, tytoń, budynki i dobra. Przy remisie wygrywa wyższa [walka z ogniem|firefighting].
rules-two = Dwoje graczy
rules-two-text = Co miesiąc jedna łódź jest zablokowana. Na koniec gracz ze słońcem (miesiące nieparzyste) albo z księżycem (parzyste) stawia postać [neutralną|neutral] na wolnym stoisku.
rules-two-old = Na koniec każdego miesiąca jeden gracz stawia postać [neutralną|neutral] na wolnym stoisku.
rules-now = twój obecny krok
rules-now-other = obecny krok
rules-search = Szukaj: pożar, ryż…
rules-none = Brak zasady z tym słowem. Spróbuj: pożar, ryż lub dzień wypłaty.
rules-own = Twoje dobra
web-note-kobun = Kobun: twój pionek pracownika. Na każdej twojej karcie stoi jeden; wraca, gdy karta przechodzi na emeryturę lub odchodzi.
web-note-nagaya = Nagaya: rząd stoisk oznaczony literą. Karty w nim sąsiadują ze sobą.
web-note-oyakata = Oyakata: twój duży pionek. Chodzi ulicą dookoła, od 1 do 8.
web-note-firefighting = Walka z ogniem: twoje miejsce na torze. Pierwszy wybiera gracz z najwyższym poziomem; przy remisie ten, kto dotarł tam ostatni.
web-note-lap = Linia okrążenia: linia w szachownicę między polami 8 i 1.
web-note-experience = Doświadczenie: kobun na karcie idzie o stopień wyżej, do następnej pensji.
web-note-neutral = Neutralna: postać bez właściciela. Liczy się jako sąsiad i odchodzi po jednym interesie.
