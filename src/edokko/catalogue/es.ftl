# The texts of edokko in Spanish. Players are called “tú”; moves are infinitives; cards stand without an article, since
# their names come from the components and may be of either gender.

## Lists, amounts and names

list-comma = { ", " }
list-events = { " · " }
list-and = { $first } y { $last }
list-or = { $first } o { $last }
list-plus = { " + " }
line-step = { " → " }

amount-mon =
    { $count ->
        [one] { $count } mon
       *[other] { $count } mons
    }
amount-rice = { $count } arroz
amount-sandals =
    { $count ->
        [one] { $count } sandalia
       *[other] { $count } sandalias
    }
amount-wood = { $count } madera
amount-koban =
    { $count ->
        [one] { $count } koban
       *[other] { $count } kobans
    }
amount-iki = { $count } IKI
amount-fire =
    { $count ->
        [one] { $count } nivel de combate de incendios
       *[other] { $count } niveles de combate de incendios
    }
amount-more = +{ $amount }
amount-less = −{ $amount }

good-fish-cheap = { $name } (barato)
good-fish-dear = { $name } (caro)
good-pipe = pipa de { $season } { $number }
good-pouch = bolsa de tabaco de { $season } { $number }

token-hire-discount = contratación más barata
token-extra-step = movimiento +1
token-fire-guard = protección contra el fuego
token-joker = comodín

square = { $name } ({ $number })
square-none = zona de inicio
seat-number = Plaza { $number }
seat-alike = { $name } ({ $number })
seat-neutral = neutral
card-owned = { $card } de { $seat }
card-neutral = { $card } neutral
card-own = tu { $card }
room-empty = ningún personaje
group-nagaya = nagaya { $nagaya }
group-corners = esquinas

## What cards and goods do

card-trade = { $spend } → { $gain }
card-train = entrenar a un personaje
card-build = construir
card-build-discount = construir con { $discount } menos
card-swap = intercambiar dos personajes
card-opponents = { $gain } para los rivales
card-token = al jubilarse: { $token }
card-step = { " · " }
card-nothing = –
building-fed = { $amount } por cada personaje alimentado al final de la estación
building-largest-type = { $amount } por cada personaje de tu oficio más numeroso al final de la estación
building-hire-bonus = { $amount } cuando contratas con bono
score-per = { $iki } por { $counted }
score-at-most = { $text } (máximo { $iki })
per-mon = { $count ->
        [one] mon
       *[other] cada { $count } mons
    }
per-rice = { $count ->
        [one] unidad de arroz
       *[other] cada { $count } de arroz
    }
per-sandals = { $count ->
        [one] sandalia
       *[other] cada { $count } sandalias
    }
per-wood = { $count ->
        [one] unidad de madera
       *[other] cada { $count } de madera
    }
per-koban = { $count ->
        [one] koban
       *[other] cada { $count } kobans
    }
per-iki = { $count ->
        [one] cada IKI
       *[other] cada { $count } IKI
    }
per-fire = { $count ->
        [one] nivel de combate de incendios
       *[other] cada { $count } niveles de combate de incendios
    }
per-types = { $count ->
        [one] oficio
       *[other] cada { $count } oficios
    }
per-largest-type = { $count ->
        [one] personaje de tu oficio más numeroso
       *[other] cada { $count } personajes de tu oficio más numeroso
    }
per-fish-value = { $count ->
        [one] cada IKI de tus pescados
       *[other] cada { $count } IKI de tus pescados
    }

## Moves

move-with-details = { $move } — { $details }
move-start = Empezar con la carta { $card }
move-place = Puesto { $room }
move-place-behind = Puesto { $room }: { $shops }
move-ikizama = Barca { $slot }
move-income = Cobrar tus ingresos
move-hire = Contratar: { $card }
move-move = { $squares ->
        [one] Avanzar 1 casilla
       *[other] Avanzar { $squares } casillas
    }
move-stay = Quedarse aquí
move-step = Dar el paso extra
move-shop-buy = Comprar: { $goods }
move-shop-sandals = Comprar sandalias
move-shop-rice = Comprar arroz
move-shop-fire = Subir a la torre del fuego
move-shop-pawn-rice = Empeñar arroz
move-shop-pawn-sandal = Empeñar una sandalia
move-shop-buy-rice = Comprar arroz en la obra
move-shop-koban = Cambiar mons por un koban
move-shop-two-koban = Cambiar mons por dos kobans
move-shop-coins = Llevarse unas monedas
move-work = Trato en { $room }: { $card }
move-done = Terminar tu turno
move-train = Entrenar: { $card } en { $room }
move-build = Construir: { $card }
move-swap = Mover: { $card } desde { $room }
move-with = Intercambiar en { $room }: { $card }
move-guard = Gastar una protección contra el fuego
move-burn = Dejar que arda el personaje
move-starve = Dejar marchar: { $card } en { $room }
move-neutral = Elegir: { $card }
move-visit = Visitar: { $square }

detail-mon-on-card = { $count ->
        [one] 1 mon en la carta
       *[other] { $count } mons en la carta
    }
detail-prices = { $price } ({ $dear })
detail-room-price = { $price } en { $rooms }
detail-room-extra = { $price } más en { $rooms }
detail-slot = hasta: { $shop }
detail-slot-only-moves = sin ingresos ni contratación, a elegir: { $first } – { $last }
detail-to = hasta: { $square }
detail-lap = completa una vuelta
detail-on-top = tu marcador queda encima
detail-token-gained = gana la ficha: { $token }
detail-token-spent = gasta la ficha: { $token }
detail-characters = { $count } personajes
detail-learns = { $count ->
        [one] { $cards } gana experiencia
       *[other] { $cards } ganan experiencia
    }
detail-retires = se jubila { $card }
detail-it = el mismo personaje
detail-at-end = { $worth } al final
detail-leaves = { $card } sale de la partida
detail-every-opponent = cada rival recibe { $amount }
detail-opponent = { $seat } recibe { $amount }
detail-asks-train = luego eliges a quién entrenar
detail-asks-build = luego eliges un edificio
detail-asks-swap = luego eliges dos personajes
detail-then = luego { $what }

## What a decision asks

ask-start = ¿Qué personaje inicial tomas?
ask-place = ¿En qué puesto?
ask-place-card = ¿En qué puesto colocas la carta { $card }?
ask-ikizama = Elige tu barca: ¿hasta dónde avanzas este mes?
ask-income = ¿Cobras tus ingresos o contratas a un personaje?
ask-walk = barca { $slot } → { $squares }
ask-move = ¿Cuántas casillas te mueves?
ask-stay = Tu carro de bueyes se ha jubilado por el camino. ¿Un paso más?
ask-shop = Comerciar: un trato con la tienda y uno con un personaje.
ask-train = ¿A quién entrenas?
ask-build = ¿Qué construyes?
ask-swap = ¿Quién cambia de sitio?
ask-with = ¿Con quién?
ask-guard = Incendio en { $room }: { $card }. ¿Gastas una protección?
ask-starve = { $count ->
        [one] Arroz para { $fed } de { $mouths } personajes: se va 1. ¿Quién?
       *[other] Arroz para { $fed } de { $mouths } personajes: se van { $count }. ¿Quién se va?
    }
ask-neutral = ¿Qué personaje de la fila pasa a ser neutral?
ask-visit = Día de Año Nuevo: ¿qué casilla visitas?

kind-start = un personaje inicial
kind-place = un puesto
kind-ikizama = tu barca
kind-income = tus ingresos
kind-hire = una contratación
kind-move = cuánto te mueves
kind-stay = quedarse
kind-step = un paso extra
kind-shop = un trato con la tienda
kind-work = un trato con un personaje
kind-done = el final de tu turno
kind-train = a quién entrenar
kind-build = qué construir
kind-swap = a quién intercambiar
kind-with = con quién intercambiar
kind-guard = gastar una protección contra el fuego
kind-burn = dejar que arda
kind-starve = quién se va por falta de arroz
kind-neutral = el personaje neutral
kind-visit = la casilla del día de Año Nuevo

## Why a move is not legal

refusal-game-over = La partida ha terminado.
refusal-chance = Ahora no: le toca al azar.
refusal-not-now = Antes decide: { $asked }.
refusal-short = Te falta: { $missing }.
refusal-no-free-kobun = No tienes ningún kobun libre: todos están sobre cartas.
refusal-no-free-room = No hay ningún puesto libre.
refusal-room-not-on-board = En este tablero no hay puesto { $room }.
refusal-room-occupied = El puesto { $room } está ocupado: { $card }.
refusal-not-an-outer-room = Un personaje inicial va a uno de los puestos más exteriores; { $room } no lo es.
refusal-no-character-there-building = En el puesto { $room } hay un edificio: { $card }.
refusal-no-character-there-empty = El puesto { $room } está vacío.
refusal-not-your-character = En el puesto { $room } está { $card }, que no es de los tuyos.
refusal-same-room = Un intercambio necesita dos puestos distintos; { $room } ya es el primero.
refusal-start-card-taken = { $card }: ya no está disponible.
refusal-start-card-taken-board = { $card }: ya no está disponible, ocupa el puesto { $room }.
refusal-start-card-taken-seat = { $card }: ya lo ha tomado { $seat }.
refusal-not-in-row = { $card } no está en la fila.
refusal-not-in-row-board = { $card } no está en la fila, sino en el puesto { $room }.
refusal-not-in-row-seat = { $card } no está en la fila: se ha jubilado con { $seat }.
refusal-not-on-offer = { $card }: no está a la venta en esta partida.
refusal-not-on-offer-board = { $card }: ya está construido, en el puesto { $room }.
refusal-not-on-offer-seat = { $card }: ya lo ha construido { $seat }.
refusal-slot-not-used = La barca { $slot } no se usa en esta partida.
refusal-slot-closed = La barca { $slot } está cerrada este mes.
refusal-slot-taken = La barca { $slot } la ocupa { $seat }.
refusal-slot-only-moves = La barca { $slot } no da ingresos ni permite contratar.
refusal-too-few-squares = Tu barca te hace avanzar al menos { $limit ->
        [one] 1 casilla
       *[other] { $limit } casillas
    }; las sandalias nunca acortan un movimiento.
refusal-too-many-squares = Puedes avanzar como mucho { $limit ->
        [one] 1 casilla
       *[other] { $limit } casillas
    }; para esto te falta: { $missing }.
refusal-option-not-in-edition = Ninguna tienda de esta edición ofrece eso.
refusal-wrong-square = Eso se hace solo aquí: { $squares }. No estás allí.
refusal-shop-done = Ya has hecho tu trato con una tienda en este turno.
refusal-not-on-sale = No está a la venta: { $good }.
refusal-not-on-sale-seat = No está a la venta: { $good }; lo tiene { $seat }.
refusal-fish-of-season-held = Solo un pescado por estación, y ya tienes este: { $good }.
refusal-room-not-here = Se llega al puesto { $room } desde: { $squares }. No estás allí.
refusal-work-done = Ya has hecho tu trato con un personaje en este turno.
refusal-nobody-to-train = No tienes ningún personaje en el tablero al que entrenar.
refusal-needs-two-characters = Un intercambio necesita dos personajes en el tablero.
refusal-nothing-to-build = No queda ningún edificio por construir.
refusal-nothing-to-build-nearest = No puedes pagar ningún edificio. El más cercano es { $card }; te falta: { $missing }.

## What happened

event-act = { $act }: { $changes }
event-changes =
    { $who ->
        [you] Tú: { $changes } ({ $why })
       *[other] { $seat }: { $changes } ({ $why })
    }
event-gained-income =
    { $who ->
        [you] Cobras tus ingresos: { $changes }
       *[other] { $seat } cobra sus ingresos: { $changes }
    }
event-gained-salary =
    { $who ->
        [you] Salarios de tus personajes: { $changes }
       *[other] Salarios de los personajes de { $seat }: { $changes }
    }
event-gained-shop =
    { $who ->
        [you] Haces un trato ({ $option }): { $changes }
       *[other] { $seat } hace un trato ({ $option }): { $changes }
    }
event-gained-work =
    { $who ->
        [you] Haces un trato con { $card }: { $changes }
       *[other] { $seat } hace un trato con { $card }: { $changes }
    }
event-gained-opponent =
    { $who ->
        [you] Ganas gracias a { $card } de otro jugador: { $changes }
       *[other] { $seat } gana gracias a { $card } de otro jugador: { $changes }
    }
event-gained-building =
    { $who ->
        [you] Ganas gracias a { $card }: { $changes }
       *[other] { $seat } gana gracias a { $card }: { $changes }
    }
event-fire-level = combate de incendios en el nivel { $level }
event-progress = { $card } { $xp }/{ $needed }
event-xp-gained =
    { $who ->
        [you] Ganas experiencia: { $cards }
       *[other] { $seat } gana experiencia: { $cards }
    }
event-retired =
    { $who ->
        [you] Se jubila tu { $card } y deja { $room }
       *[other] Se jubila { $card } de { $seat } y deja { $room }
    }
event-token-gained =
    { $who ->
        [you] Ganas una ficha: { $token }
       *[other] { $seat } gana una ficha: { $token }
    }
event-token-spent =
    { $who ->
        [you] Gastas una ficha: { $token }
       *[other] { $seat } gasta una ficha: { $token }
    }
event-placed =
    { $who ->
        [you] Colocas { $card } en { $room }
       *[other] { $seat } coloca { $card } en { $room }
    }
event-placed-neutral = { $card } se instala en { $room } como neutral
event-left-use =
    { $who ->
        [you] Tu { $card } deja { $room } y sale de la partida
        [neutral] { $card } neutral deja { $room } y sale de la partida
       *[other] { $card } de { $seat } deja { $room } y sale de la partida
    }
event-left-fire = El incendio se lleva a { $card } en { $room }
event-left-food = No hay suficiente arroz: { $card } ({ $room }) sale de la partida
event-left-no-room = No hay ningún puesto libre: { $card } sale de la partida
event-row-cleared = Salen de la fila: { $cards }
event-moved = { $who ->
        [you] Avanzas
       *[other] { $seat } avanza
    } { $squares ->
        [one] 1 casilla
       *[other] { $squares } casillas
    } hasta { $square }
event-visited =
    { $who ->
        [you] Visitas { $square }
       *[other] { $seat } visita { $square }
    }
event-lapped =
    { $who ->
        [you] Completas una vuelta
       *[other] { $seat } completa una vuelta
    }
event-swapped =
    { $who ->
        [you] Intercambias los puestos { $first } y { $second }; { $card } está ahora en { $first }
       *[other] { $seat } intercambia los puestos { $first } y { $second }; { $card } está ahora en { $first }
    }
event-slot-taken =
    { $who ->
        [you] Ocupas la barca { $slot }
       *[other] { $seat } ocupa la barca { $slot }
    }
event-slot-closed = La barca { $slot } está cerrada este mes
event-card-taken-hired =
    { $who ->
        [you] Contratas a { $card }
       *[other] { $seat } contrata a { $card }
    }
event-card-taken-built =
    { $who ->
        [you] Construyes { $card }
       *[other] { $seat } construye { $card }
    }
event-card-taken-neutral = { $card } pasa a ser neutral
event-good-bought =
    { $who ->
        [you] Compras { $good }
       *[other] { $seat } compra { $good }
    }
event-revealed-gathered = Nuevo en la fila: { $cards }
event-offered-gathered = Edificios disponibles: { $cards }
event-mon-gathered = Se añade 1 mon a: { $cards }
event-fire-broke-out = Estalla un incendio en el nagaya { $nagaya }, fuerza { $strength }
event-fire-passed = El incendio pasa de largo por el puesto vacío { $room }
event-fire-put-out =
    { $who ->
        [you] Apagas el incendio en { $room }, fuerza { $strength }
       *[other] { $seat } apaga el incendio en { $room }, fuerza { $strength }
    }
event-fire-died = El incendio del nagaya { $nagaya } se extingue
event-season-began = Salen a la venta las mercancías de { $season }
event-payday-began = Día de pago del mes { $month }
event-harmony-scored =
    { $who ->
        [you] Ganas por armonía ({ $group }, { $type } × { $count }): +{ $amount }
       *[other] { $seat } gana por armonía ({ $group }, { $type } × { $count }): +{ $amount }
    }
event-fed-all = { $who ->
        [you] Alimentas a todos tus personajes
       *[other] { $seat } alimenta a todos sus personajes
    }: −{ $fed } de arroz
event-fed-some = { $who ->
        [you] Alimentas a { $fed } de { $mouths }
       *[other] { $seat } alimenta a { $fed } de { $mouths }
    }: −{ $fed } de arroz
event-fed-none =
    { $who ->
        [you] No tienes personajes que alimentar
       *[other] { $seat } no tiene personajes que alimentar
    }
event-month-began = Empieza el mes { $month }
event-new-year-began = Día de Año Nuevo
event-turn-began =
    { $who ->
        [you] Tu turno, barca { $slot }
       *[other] Turno de { $seat }, barca { $slot }
    }
event-turn-began-new-year =
    { $who ->
        [you] Tu Día de Año Nuevo
       *[other] Día de Año Nuevo de { $seat }
    }
event-game-ended = La partida ha terminado

reason-slot = barca { $source }
reason-card-mon = de la carta { $source }
reason-hire = por { $source }
reason-surcharge = puesto { $source }
reason-hire-bonus = bono de contratación, { $source }
reason-move = camino más largo
reason-build = por { $source }
reason-good = { $source }
reason-harmony = armonía, { $source }
reason-food = comida
reason-other = otros

## The board

board-month = Mes { $month } · { $season }
board-new-year = Día de Año Nuevo
board-over = La partida ha terminado
board-chance = Decide el azar
board-decides = Decide { $seat }
board-way-of-life = Barcas
board-fire-order = Orden (incendios)
board-closed = cerrada
board-neutral = neutral
board-surcharge = +{ $mon } mons
board-row = Por contratar
board-cost = cuesta
board-on-it = encima
board-bonus = bono
board-type = oficio
board-skill = trato
board-salary = salario
board-buildings = Por construir
board-on-sale = A la venta
board-player = Jugador
board-mon = mon
board-rice = arroz
board-sandals = sandalias
board-wood = madera
board-koban = koban
board-iki = IKI
board-fire = fuego
board-kobun = kobun
board-at = dónde
board-retired = jubilados:
board-tokens = fichas:
board-goods = compras:
board-card = carta
board-ahead-payday = día de pago: mes { $month }
board-ahead-fire = incendio: mes { $month }, fuerza { $strength }
warn-payday = { $count ->
        [one] Día de pago al final de este mes: tus personajes necesitan { $needs } de arroz y tienes { $has }. Uno de ellos se va.
       *[other] Día de pago al final de este mes: tus personajes necesitan { $needs } de arroz y tienes { $has }. Se van { $count } de ellos.
    }
warn-fire = Incendio al final de este mes, fuerza { $strength }; tu nivel de combate de incendios es { $fire }. En peligro: { $cards }.
warn-card = { $card } ({ $room })

## Few columns: amounts as in 2mon, headings, deals

brief-mon = mon
brief-rice = arroz
brief-sandals = san
brief-wood = mad
brief-koban = kob
brief-iki = IKI
brief-fire = fuego
brief-kobun = kobun
brief-food = comen
brief-fish = pez
brief-pipe = pipa
brief-pouch = bolsa
brief-retired = jub
brief-train = entrenar
brief-build = construir
brief-swap = intercambiar
brief-less = −{ $amount }
brief-others = rivales { $amount }
brief-token = luego: { $token }
brief-slot-moves = sin ingresos ni contratación: { $first } – { $last }
brief-slot-squares = sin ingresos ni contratación, casillas { $first } a { $last }

## The score sheet

score-track = marcador IKI
score-types = oficios
score-fish = pescados
score-pouches = bolsas de tabaco
score-buildings = edificios
score-koban = kobans
score-wood = madera
score-mon = mons
score-total = total

## Advice

percent = { $number } %
advice-choice = opción
advice-share = búsqueda
advice-wins = victorias
advice-final = final
advice-player = jugador
advice-line = Lo que probablemente seguirá:
advice-result = La partida ha terminado. Este es el resultado.
advice-effort = { $simulations ->
        [one] 1 simulación
       *[other] { $simulations } simulaciones
    }
advice-effort-plain = { $simulations ->
        [one] 1 simulación
       *[other] { $simulations } simulaciones
    } con el motor simple, que busca con menos profundidad que el nativo

## The coach

coach-name = Entrenador
coach-wins = gana { $share } de cada 100
coach-show = Mostrar las mejores jugadas
coach-always = Mostrarlas siempre
coach-hide = Ocultar
coach-show-panel = Mostrar
coach-thinking = Buscando las mejores jugadas…
coach-one = Aquí no hay nada que elegir.
coach-others = Ahora juegan los demás. El registro dice qué toman.
coach-grade-strongest = la mejor
coach-grade-good = buena
coach-grade-fair = regular
coach-grade-risky = arriesgada
coach-numbers = Números
coach-on-street = Mostrar en la calle
coach-looks-back = Mes { $month }: una mirada atrás
coach-went-well = { $count ->
        [one] Tu buena jugada:
       *[other] Tus { $count } buenas jugadas:
    }
coach-next-time = La próxima vez:
coach-show-me = Enséñame
coach-go-on = Seguir
coach-on = Entrenador: explica cada decisión y muestra las mejores jugadas
coach-first-start = Tu primer personaje te da un salario cada día de pago.
coach-first-place = Los personajes de un mismo oficio en un nagaya ganan IKI juntos el día de pago.
coach-first-ikizama = Tu barca indica cuánto avanzas este mes, y la de más a la izquierda juega primero.
coach-first-income = Los personajes dan salarios e IKI todo el año: contrata a uno o ahorra para uno mejor.
coach-first-move = Donde te detienes, comercias; al cruzar la línea de vuelta aprenden todos tus personajes.
coach-first-stay = Una casilla más allá quizá haya un trato mejor.
coach-first-shop = Haz un trato con la tienda y uno con un personaje, que aprende si es de otro jugador.
coach-first-train = La experiencia lleva a un personaje a un salario mejor y, al final, a jubilarse.
coach-first-build = Un edificio puntúa al final o ayuda por el camino, y retiene un kobun para siempre.
coach-first-swap = Junta personajes de un mismo oficio: ganan IKI el día de pago.
coach-first-with = Los dos personajes cambian de puesto y, con él, de vecinos.
coach-first-guard = Una protección salva esta carta de un incendio, una sola vez.
coach-first-starve = Un personaje sin arroz se va: elige el que menos necesites.
coach-first-neutral = Un personaje neutral no es de nadie, pero cuenta como vecino de su oficio.
coach-first-visit = Tu último comercio de la partida: elige la casilla que más IKI te dé.
coach-reason-pays = Cuesta { $amount }.
coach-reason-gains = Ahora { $changes }.
coach-reason-token = Trae la ficha: { $token }.
coach-reason-learns = { $count ->
        [one] Aprende uno de tus personajes.
       *[other] Aprenden { $count } de tus personajes.
    }
coach-reason-retires = { $card } se jubila y libera un kobun.
coach-reason-reaches = Hasta { $squares }.
coach-reason-chooses = Eliges entre { $count } casillas.
coach-reason-salary = { $changes } en cada día de pago.
coach-reason-harmony = Vecinos de un mismo oficio: { $count } IKI cada día de pago.
coach-reason-food = { $hungry ->
        [0] Todos comen el día de pago.
        [one] Un personaje se queda sin arroz el día de pago.
       *[other] { $hungry } personajes se quedan sin arroz el día de pago.
    }
coach-reason-firefighting = El próximo incendio respeta tus cartas desde el puesto { $stall }.
coach-reason-overtakes = Eliges tu barca antes que { $seat }.
coach-reason-end = { $count } IKI más al final: { $line }.
coach-reason-denies-card = { $seat } quería esta carta: { $count } IKI menos.
coach-reason-denies-building = { $seat } quería este edificio: { $count } IKI menos.
coach-reason-denies-room = { $seat } quería este puesto: { $count } IKI menos.
coach-reason-denies-slot = { $seat } quería esta barca: { $count } IKI menos.
coach-reason-expected = Unos { $count } IKI al final.
coach-reason-leads = Luego: { $move }.

## The command: help

version = edokko { $version }
help-edokko =
    Juega al juego de mesa IKI en el navegador o en el terminal, simúlalo y estudia las partidas registradas. Sin una
    orden, edokko abre la mesa en el navegador.

    En IKI se contrata, se comercia y se construye en la calle principal de Edo, entre 2 y 4 jugadores, durante trece
    meses. El motor de reglas conoce las dos ediciones. edokko no es oficial: no contiene ilustraciones ni textos del
    juego publicado.
help-usage = Uso:
help-options = Opciones
help-commands = Órdenes
help-help = Muestra esta ayuda y termina.
help-version = Muestra la versión y termina.
help-examples = Ejemplos
help-example-play = Una partida contra dos jugadores virtuales
help-example-hot-seat = Dos personas ante un teclado y un jugador virtual
help-example-resume = Seguir con la partida que dejaste
help-example-hint = Las mejores jugadas en la partida que dejaste
help-example-review = Dónde se ganó y se perdió una partida
help-example-simulate = Cómo les va a los jugadores virtuales en muchas partidas
help-example-arena = Cuál de dos jugadores es más fuerte
help-example-lab = Tablas de muchas partidas, para estudiar IKI
help-example-show = Leer turno a turno una partida registrada
help-more = «edokko COMMAND --help» explica más sobre una orden.

help-language = El idioma: { $languages }. Por defecto: EDOKKO_LANGUAGE y después los ajustes del sistema.
help-components-option = Una capa: un archivo TOML con los números de tu propio ejemplar. También puede indicarla EDOKKO_COMPONENTS.
help-edition = Qué reglas: la segunda edición o la primera.
help-players = El número de jugadores; { $count } por defecto.
help-json = Muestra solo JSON.

help-play-short = Juega una partida en este terminal.
help-play =
    Juega una partida en este terminal, solo contra jugadores virtuales o con varias personas ante un teclado.

    Las opciones van numeradas; en cada pregunta, «?» enumera qué más se puede escribir. La partida se guarda después de
    cada decisión: «edokko play --resume» siempre sigue donde estabas.
help-play-seats =
    Quién juega, desde el primer asiento, con comas: human o un jugador: easy, medium, hard y master, del nivel más
    débil al más fuerte; random, greedy, planner, y mcts o champion con un presupuesto, como mcts:500ms o
    mcts:2000sims. Puede ir un nombre delante: Hana=human,master. Por defecto: tú contra jugadores easy, a los que
    se puede ganar en la primera partida.
help-play-seed = Fija todo el azar, para que vuelvan las mismas filas y los mismos incendios. Por defecto, el azar es el del sistema.
help-play-record = Adónde va el registro de la partida terminada. Hasta entonces la partida se guarda al lado, como FILE.partial.
help-play-resume = Sigue con la última partida sin terminar que no se juegue en otra ventana, o con la de FILE.
help-play-hints = Permite que «h» muestre las mejores jugadas, adónde llevan y qué seguirá probablemente.
help-play-ask-forced = Pregunta también cuando solo hay una opción. Por defecto, edokko la juega y lo dice.
help-play-pause = Cuánto esperar tras el turno de un jugador virtual.

## The command: what goes wrong

problem-interrupted = Detenido.
problem-system = Error del sistema: { $reason }.
problem-file = { $file }: { $reason }.
system-enoent = No existe el archivo o la carpeta
system-eacces = Permiso denegado
system-eperm = Operación no permitida
system-eisdir = Es una carpeta
system-enotdir = No es una carpeta
system-eexist = El archivo ya existe
system-enospc = No queda espacio en el disco
system-erofs = El sistema de archivos es de solo lectura
system-enametoolong = El nombre del archivo es demasiado largo
system-eaddrinuse = La dirección ya está en uso
system-eio = Error de lectura o escritura
problem-command = No hay ninguna orden { $command }; órdenes: { $known }.
problem-command-near = No hay ninguna orden { $command }. ¿Querías decir { $near }?
problem-option = No hay ninguna opción { $option }; --help enumera las opciones.
problem-option-near = No hay ninguna opción { $option }. ¿Querías decir { $near }?
problem-option-missing = La opción { $option } es obligatoria.
problem-option-value = La opción { $option } necesita un valor.
problem-option-flag = La opción { $option } no admite ningún valor.
problem-argument-missing = Falta { $argument }; --help muestra qué espera la orden.
problem-argument = Sobra el argumento { $argument }; --help muestra qué espera la orden.
problem-file-empty = { $option }: se espera el nombre de un archivo; este está vacío.
problem-file-dash = { $option } -: se espera el nombre de un archivo; «-» es la entrada estándar.
problem-file-in-use = Otro edokko está escribiendo { $file }; espera a que termine o elige otro archivo.
problem-no-locks = { $file } está en un sistema de archivos sin bloqueos: nada impide que una segunda ventana lo escriba también. Usa una sola ventana.
problem-no-home = Esta cuenta no tiene carpeta personal donde escribir; indica otro lugar con { $ways }.
problem-extra = Esto necesita { $package }, que no está instalado. Para instalarlo: pip install 'edokko[{ $extra }]'
problem-extra-server = El servidor necesita paquetes que no están instalados. Para instalarlos: pip install 'edokko[{ $extra }]'. Para jugar en la terminal: edokko play
standard-input = entrada estándar
problem-no-input = La entrada estándar está cerrada; da el nombre de un archivo o déjala abierta.
problem-no-output = La salida estándar está cerrada; usa la orden en una terminal o envía su salida a un archivo.
problem-play-input = La entrada estándar está cerrada y play lee de ella tus decisiones; úsalo en una terminal o envía las decisiones desde un archivo.
problem-host = --host { $host }: este equipo no tiene esa dirección; da una de las suyas, como 127.0.0.1, o 0.0.0.0 para todas.
problem-number-range = { $option }: se espera un número de { $low } a { $high }.
problem-number-any = { $option }: se espera un número.
problem-whole-any = { $option }: se espera un número entero.
problem-whole-from = { $option }: se espera un número entero, como mínimo { $low }.
problem-whole-range = { $option }: se espera un número entero de { $low } a { $high }.
problem-choice = { $option }: se espera uno de estos valores: { $known }.
problem-not-text = no es texto UTF-8; guarda el archivo con la codificación UTF-8
problem-language = { $source } { $language } no es un idioma disponible; elige entre { $languages }.
problem-seed = --seed { $seed } no es una semilla: se espera un número entero de 0 a { $most }, como 7 o 0x1f2e.
problem-seats-players = --seats nombra { $seats ->
        [one] 1 asiento
       *[other] { $seats } asientos
    } y --players pide { $players }; indica una entrada por jugador.
problem-seats-empty = --seats está vacío; nombra un jugador para cada plaza, por ejemplo human,greedy.
problem-seats-count = --seats nombra { $seats ->
        [one] 1 asiento
       *[other] { $seats } asientos
    }; IKI es para { $fewest } a { $most } jugadores.
problem-player-unknown = { $option }: no hay ningún jugador { $kind }; jugadores: { $known }.
problem-player = { $option }: { $reason }.
problem-seats-resume = --seats nombra { $seats ->
        [one] 1 asiento
       *[other] { $seats } asientos
    } y la partida guardada es para { $players }; indica una entrada por jugador.
problem-seat-name = El nombre { $name } contiene medio carácter y no se puede escribir; indícalo como texto UTF-8.
problem-no-folder = { $file }: no existe la carpeta { $folder }; créala primero o elige otro lugar.
problem-record-exists = { $file } ya existe; elige otro nombre para el registro o mueve el archivo.
problem-partial-exists = { $file } contiene una partida sin terminar; síguela con «edokko play --resume { $file }» o bórrala.
problem-game-in-use = { $file } se está jugando en otra ventana; sigue allí o sal allí primero.
problem-resume-over = { $file }: esta partida ha terminado; «edokko record show { $file }» la muestra.
problem-resume-option = { $option } no se puede usar con --resume: la partida guardada ya lo fija.
problem-nothing-to-resume = No hay ninguna partida sin terminar; «edokko play» empieza una.
problem-all-in-use = { $count ->
        [one] La única partida sin terminar se está jugando en otra ventana: { $file }. Sigue allí; «edokko play» empieza una nueva.
       *[other] Las { $count } partidas sin terminar se están jugando en otras ventanas; la última es { $file }. Sigue allí; «edokko play» empieza una nueva.
    }
problem-saved-game = No se puede seguir con { $file }: { $reason }
problem-saved-none = el archivo no contiene ninguna partida
problem-saved-several = el archivo contiene { $count } partidas, y se espera una
problem-saved-seats = play.seats: se espera una lista de { $players } clases de jugadores
problem-saved-seed = play.seed: se espera un número hexadecimal

## The command: play

name-you = Jugador
name-person = Jugador { $number }
play-welcome = IKI, edición { $edition }, { $players } jugadores. Se guarda tras cada decisión en { $file }
play-unfinished = { $count ->
        [one] Hay una partida sin terminar: «edokko play --resume» sigue con ella ({ $file }).
       *[other] Hay { $count } partidas sin terminar: «edokko play --resume» sigue con la última ({ $file }).
    }
play-resumed = Seguimos tras { $moves ->
        [one] 1 decisión
       *[other] { $moves } decisiones
    }, desde { $file }
play-your-turn = { $seat }, decides tú.
play-prompt = Opción (? para ayuda):
play-forced = Solo hay una opción: { $move }.
play-near = «{ $typed }» no es una de las opciones. ¿Querías decir: { $near }?
play-not-understood = { $count ->
        [one] «{ $typed }» no es una de las opciones. Escribe 1 o pulsa Intro; ? enumera qué más puedes escribir.
       *[other] «{ $typed }» no es una de las opciones. Escribe un número de 1 a { $count }, o ? para ver qué más puedes escribir.
    }
play-help =
    Escribe el número de una opción, o sus palabras como en un registro (hire monk,
    move 3, done). Intro toma la única opción; si hay varias, las muestra otra vez.

      row (r), offers (o)     los personajes por contratar; lo que está a la venta
      players (p)             jubilados y compras de cada jugador
      card NAME (c), cards    una carta (basta parte del nombre); una estación
      rules, rules WORD       las reglas en breve; un capítulo
      board (b)               todo el tablero
      log (l), scores (s)     todo lo que ha pasado; los puntos por ahora
      why (w) WORDS           ¿por qué no? w hire monk, w place A4, w shop koban
      undo (u)                deshacer tu última decisión de este turno
      hint (h)                un consejo: las mejores jugadas, con --hints
      quit (q), help (?)      guardar y salir; esta ayuda

    Marcas de los jugadores: ▲ ■ ◆ ★; un punto: neutral. ●●○: dos pasos de tres.
    Una pantalla estrecha acorta los oficios: { $types }.
    El número a la derecha de un puesto es la casilla que lo atiende.
    «comen» es el arroz que comen los personajes el próximo día de pago.
    «2 × Vam» junto a un puesto: allí habría 2 vecinos de ese oficio.
play-type = { $short } { $name }
play-refused = { $move } — no es posible. { $reason }
play-refused-later = { $move } — no es posible ahora. { $reason } Y aun después: { $obstacle }
play-refused-free = { $move } — no es posible ahora. { $reason } Nada más lo impide.
play-legal = { $move } — es posible, número { $number }: { $details }
play-no-cost = no cuesta nada
play-why-what = Indica una jugada: w hire monk, por ejemplo.
play-why-near = «{ $typed }» no es una jugada. ¿Querías decir: { $near }?
play-why-unknown = «{ $typed }» no es una jugada.
play-scores-now = Si la partida acabara ahora:
play-thinking = { $seat } está pensando …
play-hints-off = Los consejos están desactivados en esta partida. Para activarlos: q, y luego edokko play --resume --hints.
play-more = Intro: seguir. Cualquier otra cosa salta a la pregunta.
play-empty = Ahora no hay nada en oferta.
play-card-several = «{ $typed }» es parte de varios nombres: { $cards }.
play-card-near = Ningún nombre de carta contiene «{ $typed }». ¿Querías decir: { $near }?
play-card-unknown = Ningún nombre de carta contiene «{ $typed }». Los nombres están en el tablero, en row y en cards.
play-card-what = Indica una carta: card monje, por ejemplo. Basta con una parte del nombre.
play-rules-unknown = Las reglas no tienen ningún capítulo «{ $typed }». Los capítulos: { $chapters }.
look-in-stall = puesto { $room }, { $seat } { $steps }
look-in-row = entre las cartas por contratar
look-retired = jubilado: { $seat }
look-offered = a la venta ahora
look-built = construido en { $room }: { $seat }
look-held = comprado: { $seat }
look-away = no está en la mesa
look-where = ahora
look-worth = valor
rules-shops = Tiendas
rules-words = Palabras
rules-types-scale = { $counts } oficios distintos: { $iki } IKI
rules-fish-scale = Pescado de { $counts } estaciones: { $iki } IKI
rules-fire-scale = Mes { $month }, desde el puesto 1 hacia dentro: { $strengths }
play-winner = { $seat } gana con { $iki } IKI.
play-ahead = { $second } queda a { $iki } IKI.
play-place = { $seat } queda en el puesto { $place } de { $players }, a { $iki } IKI.
play-recorded = El registro de la partida: { $file }
play-review = Dónde se ganó y se perdió: { $file }
play-again = Otra partida: { $file }
play-saved = Guardado. Para seguir: edokko play --resume { $file }
play-saved-latest = Guardado. Para seguir: edokko play --resume

undo-done = Deshecho: { $move }.
undo-nothing = No hay nada que deshacer: es tu primera decisión.
undo-other-moved = Demasiado tarde para deshacer: { $seat } ha jugado desde entonces.
undo-turn = No hay nada que deshacer en este turno.
undo-chance = Demasiado tarde para deshacerlo: el azar ha revelado algo desde entonces.

## The command: hint

help-hint-short = Muestra las mejores jugadas.
help-hint =
    Muestra las mejores jugadas de una decisión: cuántas veces ganaría cada una, la puntuación final esperada y qué
    seguirá probablemente.

    FILE es un registro o una partida guardada. Por defecto: la última partida que dejaste en «edokko play». La búsqueda
    solo usa lo que ven todos los jugadores; no sabe qué traerá el azar.
help-hint-position = Analiza en su lugar una posición: una cadena de posición, o un archivo que la contiene, también como JSON.
help-hint-ply = Analiza la decisión tras N jugadas del registro.  [por defecto: donde acaba]
help-hint-budget = Cuánto buscar: un tiempo o un número de simulaciones, como 500ms, 2s o 5000sims.
help-hint-top = Cuántas jugadas mostrar.
hint-thinking = Pensando …
hint-over = --ply N mira una decisión anterior; «edokko review» las recorre todas.
problem-budget = --budget { $budget } no es un presupuesto: se espera un tiempo o un número de simulaciones, como 500ms, 2s o 5000sims.
problem-hint-position = --position no se puede combinar con un registro ni con --ply.
problem-hint-not-position = no existe ese archivo, y una cadena de posición empieza por edokko1
problem-hint-ply = --ply { $ply } va demasiado lejos: { $file } contiene { $moves ->
        [one] 1 jugada
       *[other] { $moves } jugadas
    }, así que se puede pedir de 0 a { $moves }.
problem-hint-chance = { $file }: en esta posición no hay nada que decidir; le toca al azar.
problem-nothing-to-hint = No hay ninguna partida sin terminar que mirar; indica un registro o una partida guardada.

## The command: review

help-review-short = Analiza una partida: qué costó cada decisión y qué la hizo cambiar.
help-review =
    Analiza una partida registrada, terminada o no. De cada decisión en la que había elección: cuánta probabilidad de
    ganar costó frente a la mejor jugada encontrada. Después, los momentos decisivos, obra de los jugadores y del azar,
    y lo bien que decidió cada jugador.

    La suerte es lo que el azar cambió en el resultado esperado; las decisiones, lo que cambiaron las jugadas de todos.

    Un error (?) cuesta un 5 % de la probabilidad de ganar o 4 IKI; un error grave (??), un 10 % u 8 IKI. Los números de
    la izquierda son los de «edokko hint FILE --ply N».
help-review-budget =
    Cuánto buscar en cada decisión: un tiempo o un número de simulaciones, como 500ms o 1000sims. La jugada realizada
    recibe hasta otro tanto.
help-review-plot = Dibuja la probabilidad de ganar mes a mes en FILE, que acaba en .png o .svg.
help-review-brief = Omite la lista de todas las decisiones.
review-progress = Decisiones
review-heading = Partida { $number }: { $seats }; { $moves ->
        [one] 1 decisión
       *[other] { $moves } decisiones
    }, { $choices } de ellas con elección
review-unfinished = La partida no ha terminado.
review-played = jugado
review-better = mejor
review-loss = pérdida
review-losses = Las decisiones más caras
review-chance = Lo que más cambió el azar
review-month = Mes { $month }
review-change = { $before } → { $after } %
review-instead = { $played }. Mejor: { $better }.
review-accuracy = Lo bien que decidió cada jugador
review-decisions = elecciones
review-mean-loss = pérdida media
review-mistakes = errores (?)
review-blunders = graves (??)
review-luck = Suerte y decisiones, en IKI
review-expected = esperado
review-by-luck = suerte
review-by-decisions = decisiones
review-result = resultado
review-luck-wins = suerte, de ganar
review-plain = Buscado con el motor simple, pues aquí falta el nativo; en el mismo tiempo busca con menos profundidad.
review-plotted = La imagen: { $file }
plot-title = La probabilidad de ganar, mes a mes
plot-new-year = Año Nuevo
plot-months = mes
plot-label = { $mark } { $name }
plot-label-score = { $mark } { $name } · { $iki } IKI
plot-loss = −{ $number } %
problem-plot-exists = { $file } ya existe; elige otro nombre para la imagen o mueve el archivo.
problem-plot-kind = { $file }: el nombre de una imagen acaba en .png o .svg.
problem-review-empty = { $file }: ninguna decisión de esta partida tenía elección, así que no hay nada que recorrer.

## The command: simulate

help-simulate-short = Juega muchas partidas entre jugadores virtuales.
help-simulate =
    Juega muchas partidas entre jugadores virtuales y resúmelas: puntuaciones, proporción de victorias con intervalos
    del 95 %, velocidad.

    La misma semilla da las mismas partidas, sea cual sea el número de hilos.
help-simulate-games = Cuántas partidas.
help-simulate-seats = Quién juega, desde el primer asiento, con comas: random, greedy. Por defecto: random en todos.
help-simulate-seed = Fija todas las partidas. Por defecto, se sortea una semilla y se muestra.
help-simulate-threads = Cuántas partidas jugar en paralelo.
help-simulate-record = Escribe un registro de cada partida en FILE, uno por línea; comprimido si acaba en .gz.
help-simulate-trace = Escribe también en los registros la posición y las jugadas legales antes de cada decisión.
problem-trace-record = --trace va en los registros; indica un archivo para ellos con --record FILE.
simulate-progress = Partidas
simulate-games = partidas
simulate-seed = semilla
simulate-seconds = segundos
simulate-games-per-second = partidas por segundo
simulate-decisions-per-second = decisiones por segundo
simulate-decisions-per-game = decisiones por partida
simulate-branching = opciones por decisión
simulate-mean = puntuación media
simulate-median = mediana
simulate-best = mejor
simulate-winning = puntuación media de los ganadores
simulate-seat = asiento
simulate-player = jugador
simulate-wins = victorias
simulate-share = parte
simulate-interval = interv. 95 %
simulate-stopped = Detenido tras { $games } de { $asked } partidas.
simulate-stopped-recorded = Detenido tras { $games } de { $asked } partidas. Las terminadas están en { $file }

## The command: arena

help-arena-short = Enfrenta a jugadores entre sí y puntúalos.
help-arena =
    Enfrenta a jugadores entre sí y muestra lo fuertes que son: proporción de victorias y puntuaciones con intervalos
    del 95 %, resultados, tiempo de reflexión.

    Las partidas van por bloques: una semilla con todas las rotaciones de asientos, para que la suerte y los asientos
    sean iguales para todos. La proporción de victorias es por asiento: en una partida de N jugadores igual de fuertes es
    1/N. Los intervalos se calculan sobre los bloques.
help-arena-entries =
    Quién juega, con comas, como mcts:500ms,planner,planner,planner. Un jugador se puede nombrar varias veces; sus
    asientos cuentan juntos. Con más entradas que asientos, todas las combinaciones juegan con la misma frecuencia.
help-arena-players = El número de jugadores de una partida; por defecto, el de entradas, { $most } como máximo.
help-arena-games = Cuántas partidas, redondeadas a bloques enteros de todas las alineaciones.
help-arena-settle =
    Para en cuanto se decide si la proporción de victorias de la primera entrada está por encima o por debajo de SHARE,
    como 0.6. La respuesta es errónea en 5 de cada 100 arenas como mucho.
help-arena-luck =
    Muestra también los resultados sin la suerte: en cada momento de azar se descuenta el cambio del resultado esperado,
    según el valor del campeón. Estos resultados tienen la misma esperanza y, por lo general, menos varianza; × es la
    razón de varianzas.
help-arena-seed = Fija todas las partidas. Por defecto, se sortea una semilla y se muestra.
help-arena-workers = Cuántas partidas jugar en paralelo, cada una en su propio proceso.
help-arena-record = Añade a FILE un registro de cada partida en cuanto termina, uno por línea.
help-arena-resume = Sigue con las partidas del archivo de --record, o lo empieza si aún no existe.
problem-arena-resume = --resume sigue con las partidas de un archivo; indícalo con --record FILE.
problem-arena-exists = { $file } ya existe; continúalo con --resume o elige otro nombre para los registros.
problem-arena-count = --entries nombra { $entries ->
        [one] 1 jugador
       *[other] { $entries } jugadores
    }; hacen falta de { $players } a { $most } para una partida de { $players }, y un jugador se puede nombrar varias veces.
arena-progress = Partidas
arena-rounded = { $games } partidas en lugar de { $asked }: cada alineación en cada asiento necesita { $each }.
arena-go-on = Las partidas terminadas están en { $file }; continúa con la misma orden y --resume.
arena-blocks = bloques
arena-wins = vict./asientos
arena-share = parte
arena-interval = 95 %
arena-rating = nivel
arena-score = puntos
arena-rank = lugar
arena-milliseconds = ms
arena-above = Decidido: la parte de { $name } está por encima de { $share }.
arena-below = Decidido: la parte de { $name } está por debajo de { $share }.
arena-open = Sin decidir en { $games } partidas: la parte de { $name } puede estar por encima o por debajo de { $share }.
arena-less-luck = Sin la suerte
arena-variance = varianza

## The command: evaluate

help-evaluate-short = Da a un jugador su fila en la tabla de comparación.
help-evaluate =
    Juega la comparación IKI-1: PLAYER contra tres de cada rival, 400 partidas de cuatro, y contra uno, 200 partidas de
    dos, con repartos fijos y todas las rotaciones de asientos. Muestra su proporción de victorias con y sin la suerte, y
    sus resultados.

    PLAYER es el nombre de un jugador, o FILE.py:NAME para una clase de un archivo, que se llama con una semilla, o
    FILE.py:NAME:OPTIONS. Tiene 60 segundos para una decisión. Contra sí mismo un jugador no tiene fila.
help-evaluate-against = Solo estos rivales, con comas. Por defecto random, greedy, planner y champion:64sims.
evaluate-cpu = segundos de CPU
evaluate-hash = hash de las partidas
evaluate-opponents = rivales
evaluate-lead = ventaja

## The command: lab

help-lab-short = Juega muchas partidas a tablas y consúltalas.
help-lab =
    Juega muchas partidas a tablas que describen cada carta, precio, turno y mes, y consúltalas.

    Una serie es una carpeta de archivos Parquet. Polars, DuckDB y pandas los leen.
help-lab-output = La carpeta de la serie.
problem-lab-plan = Indica un plan, o di qué jugar con --entries y --games.
problem-lab-plan-options = El plan dice qué jugar, así que { $options } no se puede usar junto a él.
problem-lab-ray-workers = En un clúster de Ray trabajan sus procesadores, así que --workers no se puede usar junto a --ray.
problem-lab-players = --players es { $players }; se esperan números de 2 a 4 con comas, como 2,3,4.
problem-lab-overlay = --overlay es { $overlay }; se esperan un nombre y un archivo, como cheap=cheap.toml.
problem-lab-sql = La consulta no tiene respuesta: { $reason }
help-lab-run-short = Juega un plan, o lo que falta de él.
help-lab-run =
    Juega un plan, o lo que falta de él: tras Ctrl-C o un fallo, la misma orden continúa la serie.

    PLAN es un archivo TOML; sin él, las opciones dicen qué jugar. Las filas son las mismas sea cual sea el número de procesos.
help-lab-entries =
    Quién juega, con comas, como planner,greedy,greedy,greedy. Un solo jugador ocupa todos los asientos. Con más
    entradas que asientos, todas las combinaciones juegan con la misma frecuencia.
help-lab-games = Cuántas partidas por edición, número de jugadores y capa, redondeadas a bloques enteros.
help-lab-players = Los números de jugadores, con comas. Por defecto: 4.
help-lab-editions = Las ediciones, con comas. Por defecto: 2021.
help-lab-seats = Si cada entrada ocupa todos los asientos por turnos, o si siguen el orden de los asientos. Por defecto: rotate.
help-lab-seed = Fija todas las partidas. Por defecto: 0.
help-lab-overlay = Juega con los números de la capa FILE bajo el nombre NAME; se puede repetir. Sin archivo, NAME son los números incluidos.
help-lab-tables = Las tablas que se guardan, con comas. Por defecto: todas menos decisions.
help-lab-records = Guarda también un registro de cada partida.
help-lab-share = Guarda las decisiones de esta parte de las partidas, de 0 a 1. Por defecto: 1.
help-lab-evaluator = Evalúa todas las opciones de esas decisiones con una búsqueda, como 2000sims. Tarda mucho.
help-lab-chunk = Cuántas partidas jugar a la vez. Un lote interrumpido se pierde.
help-lab-workers = Cuántos lotes jugar en paralelo.
help-lab-ray = Juega en el clúster de Ray en ADDRESS, o auto para el de este ordenador.
help-lab-settle =
    Para en cuanto se decide si la proporción de victorias de la primera entrada está por encima o por debajo de SHARE,
    como 0.3, y nombra los procesos cuyos resultados se desvían.
lab-run-done = Partidas jugadas: { $games } de { $all }, a { $rate } por segundo. La serie está completa: { $folder }
lab-run-stopped = Partidas jugadas: { $games } de { $all }, a { $rate } por segundo: { $folder }
lab-deviant = Los resultados de { $worker } se desvían de los demás: { $z } errores estándar en { $blocks } bloques. Revisa esa máquina.
lab-run-there = Las { $all } partidas ya estaban: { $folder }
help-lab-work-short = Juega un lote de un plan.
help-lab-work = Juega un lote de un plan y escribe sus archivos, para un planificador. Un lote que ya está no se repite.
help-lab-work-chunk = El número del lote, desde 0.
lab-work-there = El lote { $chunk } ya estaba.
help-lab-chunks-short = Enumera los lotes de un plan.
help-lab-chunks = Enumera los números de los lotes de un plan, uno por línea. Con -o, solo los que faltan en la serie.
help-lab-chunks-count = Muestra solo cuántos hay.
help-lab-sql-short = Consulta una serie en SQL.
help-lab-sql =
    Consulta una serie en el SQL de DuckDB. Cada tabla de la serie es una vista, y hay vistas que responden a preguntas
    frecuentes. Sin QUERY, se enumeran estas.
help-lab-csv = Muestra todas las filas en CSV.
help-lab-report-short = Responde en una página a preguntas sobre una serie o sobre partidas registradas.
help-lab-report =
    Responde a preguntas sobre IKI a partir de las partidas de una serie, en una página HTML con figuras, intervalos y
    datos.

    RUN es la carpeta de una serie o un archivo de registros. La página está en inglés y no necesita red.
help-lab-report-output = La página que se escribe; su nombre acaba en .html.
help-lab-report-player = Añade el perfil de un jugador de la serie: el nombre de un asiento.
help-lab-part-edition = Elige las partidas de esta edición. Por defecto, la parte de la serie con más partidas.
help-lab-part-players = Elige las partidas con este número de jugadores.
help-lab-part-overlay = Elige las partidas con esta capa; un nombre vacío son los números incluidos.
lab-report-progress = Preguntas
lab-report-written = Preguntas respondidas con { $games } partidas: { $questions }. Escrito: { $file }
lab-sql-more = Solo se muestran las primeras { $rows } filas; --csv las muestra todas.
lab-report-unfinished = Partidas sin terminar, omitidas: { $count }
problem-lab-page = { $file }: el nombre de una página acaba en .html.
problem-lab-page-exists = { $file } ya existe; elige otro nombre o reemplaza el archivo con --force.
help-lab-force = Reemplaza el archivo si existe.
help-lab-compare-short = Compara dos series: diferencias, tamaños del efecto y partidas necesarias.
help-lab-compare =
    Compara las partidas de dos series: las diferencias con sus intervalos, los tamaños del efecto y cuántas partidas
    necesitaría cada serie para hallar una diferencia de ese tamaño.

    Con --overlay y --against, pueden ser dos capas de una misma serie.
help-lab-compare-output = Escribe también una página; su nombre acaba en .html.
help-lab-compare-against = La capa de la segunda serie.
lab-compare-quantity = magnitud
lab-compare-first = primera
lab-compare-second = segunda
lab-compare-difference = diferencia
lab-compare-effect = efecto
lab-compare-games = partidas necesarias

## The command: record

help-record-short = Comprueba o muestra partidas registradas.
help-record = Comprueba o muestra partidas registradas: archivos del formato edokko/1, comprimidos o no.
help-check-short = Repite cada partida y compruébala.
help-check =
    Repite cada partida de los archivos y compruébala: jugadas, azar, resultado y traza.

    Cada partida mala recibe una línea con el lugar y el valor esperado; las jugadas se cuentan desde 0. El código
    de salida es 0 si todas las partidas son buenas, 1 si alguna es mala, 2 si un archivo no se puede leer.
help-show-short = Muestra una partida turno a turno, con su hoja de puntuación.
help-show = Muestra con palabras una partida de un archivo, turno a turno, con el tablero y la hoja de puntuación al final.
help-show-game = Qué partida del archivo, contando desde 1.  [por defecto: 1]
check-bad = { $file }: línea { $line }: { $reason }
check-bad-move = { $file }: línea { $line }: jugada { $move }: { $reason }
check-empty = { $file }: no contiene ninguna partida
check-summary = { $good ->
        [one] 1 partida buena
       *[other] { $good } partidas buenas
    }, { $bad ->
        [one] 1 mala
       *[other] { $bad } malas
    }, en { $files ->
        [one] 1 archivo
       *[other] { $files } archivos
    }
show-heading = Partida { $number }: { $seats }; edición { $edition }, { $moves } decisiones
show-unfinished = La partida no ha terminado. Puntuaciones si acabara ahora:
problem-no-game = { $file }: no hay partida { $number }; el archivo contiene { $count }.

## The command: components

help-components-short = Enumera los números del juego y de dónde vienen.
help-components =
    Enumera todos los números del juego y de dónde vienen.

    edokko components [PART] enumera los valores cuya clave contiene PART, como «monk» o «goods.winter».
help-list-short = Enumera los valores; «list» se puede omitir.
help-list =
    Enumera los valores cuya clave contiene PART, uno por línea, con su procedencia: impreso en las reglas, deducido de
    ellas, un sustituto elegido para jugar o tu propia capa.
help-list-only = Solo los valores de esa procedencia.
help-components-check-short = Comprueba una capa.
help-components-check = Comprueba un archivo de capa: cada problema se muestra con su clave y el valor esperado.
list-summary = { $count ->
        [one] 1 valor
       *[other] { $count } valores
    }
provenance-printed = impreso
provenance-inferred = deducido
provenance-substitute = sustituto
provenance-divergent = divergente
provenance-not-applicable = no procede
provenance-overlay = capa
components-good = { $file }: correcto.
components-counts = Edición { $edition }: { $given ->
        [one] 1 valor
       *[other] { $given } valores
    } de la capa, { $left ->
        [one] queda 1 sustituto
       *[other] quedan { $left } sustitutos
    }

## The command: bench

help-bench-short = Mide la velocidad del motor en esta máquina.
help-bench = Mide la velocidad del motor en esta máquina, junto a Python solo haciendo lo mismo. Tarda cerca de un minuto.
help-bench-quick = Omite el arranque de un proceso.
bench-progress = Medidas
bench-what = qué
bench-figure = medida
bench-unit = unidad
bench-ratio = × simple
bench-floor = mínimo
bench-aim = meta
bench-holds = cumple
bench-misses = falla
bench-random-play-native = jugadas, motor nativo
bench-random-games-native = partidas, motor nativo
bench-random-play-list-backed-cpython = lo mismo, Python solo
bench-search-as-shipped = búsqueda, como se entrega
bench-search-of-the-champion = búsqueda de champion
bench-network-with-the-observation = red, con la observación
bench-network-observation-given = red, observación dada
bench-python-loop-over-batch = bucle de Python, Batch
bench-state = tamaño de un estado
bench-copy-of-a-state = copia de un estado
bench-2-threads-against-1-by-the-clock = 2 hilos frente a 1
bench-start-to-first-move-by-the-clock = arranque a 1.ª jugada
unit-decisions-per-s = decisiones/s
unit-games-per-s = partidas/s
unit-simulations-per-s = simulaciones/s
unit-positions-per-s = posiciones/s
unit-bytes = bytes
unit-ns = ns
unit-s = s
unit-times = veces

## La mesa: problemas de su API

api-bad-request = La petición está mal formada.
api-detail-you-once = Solo puedes ocupar un asiento; los demás en tu pantalla son «local».
api-detail-rated = Una partida con clasificación es solo entre personas, cada una en su pantalla, desde el principio, sin consejos y con las tablas incluidas.
api-detail-coach-rated = Una partida con clasificación se juega sin entrenador.
api-detail-coach-people = El entrenador solo está si en los demás asientos hay jugadores virtuales.
api-detail-coach-off = El entrenador de esta mesa está desactivado.
api-detail-clock = Un reloj lleva minutos si el ritmo es «live», días si es «days», e incremento solo con minutos.
api-detail-edition = La edición de esta mesa la fijan sus cartas, su posición o su serie.
api-detail-levels = Los niveles son: { $levels }. Todos menos el primero pueden tener un estilo, como hard:builder; los estilos son: { $styles }.
api-detail-awaited = Todavía se espera a: { $names }.
api-detail-rows = Esta mesa ha tenido { $count } cambios: ya solo se puede seguir jugando.
api-detail-study-order = Nodo { $node }: su padre debe ir antes.
api-detail-study-played = Nodo { $node }: las jugadas de la partida deben formar una sola línea desde el inicio.
api-detail-study-source = Hace falta table o record, pero no los dos.
api-detail-stored = Todos tus análisis y notas juntos pueden ocupar { $most } kB.
api-detail-chance-missing = Antes decide el azar. Es posible: { $possible }.
api-detail-chance-impossible = Eso no puede pasar ahora. Es posible: { $possible }.
api-detail-start = Hace falta exactamente uno de estos campos: new, position, record, table.
api-detail-start-ply = Un ply solo va con un registro de partida o con una mesa.
api-detail-start-overlay = Un overlay solo va con una partida nueva, o con una posición que no lo tenga.
api-detail-start-seats = La posición tiene { $count } jugadores: la mesa necesita los mismos asientos.
api-detail-start-over = La partida ha terminado en esta posición.
api-detail-foreign-origin = La página está en { $origin }, pero la petición nombra el host { $host }. Si ambos son este sitio, su proxy debe pasar el Host que envía el navegador, con el puerto, o EDOKKO_ORIGINS debe nombrar { $origin }.
api-detail-foreign-host = La petición nombra el host { $host }, que no está en EDOKKO_ORIGINS.
api-shape-missing = { $where }: falta «{ $field }».
api-shape-unknown = { $where }: aquí no hay «{ $field }».
api-shape-value = { $where }: { $value } no es un valor permitido.
api-shape-type = { $where }: se esperaba { $expected }, hay { $found }.
api-shape-at-least = { $where }: al menos { $bound }.
api-shape-at-most = { $where }: { $bound } como máximo.
api-shape-longer = { $where }: una longitud de al menos { $bound }.
api-shape-shorter = { $where }: una longitud de { $bound } como máximo.
api-shape-pattern = { $where }: debe ajustarse al patrón { $pattern }.
api-shape-json = { $where }: no es JSON válido.
api-bad-overlay = Los datos propios no se pueden usar.
api-bad-position = La posición no se puede usar.
api-bad-record = El registro de la partida no se puede usar.
api-unknown-level = No hay un jugador virtual de ese nivel.
api-bad-name = El nombre está vacío o tiene caracteres que no se pueden mostrar.
api-reserved-name = Este nombre está reservado para el sitio; elige otro.
# The words of invented names: every first word goes with every second one.
guest-name-first = Grulla Carpa Linterna Ciruela Nutria Cascada Cereza Montaña Tortuga Golondrina Cigarra Estrella Colina Niebla Pagoda Pino Puente Gorrión Arce Bambú Cedro Grillo Tambor Halcón Helecho Zorro Iris Loto Río Sauce
guest-name-second = Ágil Alegre Amable Audaz Brillante Capaz Cortés Dulce Elegante Feliz Fiel Firme Fuerte Genial Gentil Hábil Humilde Ilustre Jovial Joven Leal Libre Noble Paciente Prudente Sutil Tenaz Valiente Veloz Verde
api-bad-address = No se puede enviar nada a esa dirección.
api-no-guest = Sin identificar: llama antes a GET /api/guest o envía un token.
api-bad-token = El token no es válido.
api-bad-code = El código es incorrecto, ya se ha usado o ha caducado.
api-not-your-seat = Ese asiento no es tuyo.
api-not-the-host = Solo el anfitrión puede hacerlo.
api-foreign-origin = La petición viene de otro sitio.
api-foreign-host = La petición nombra un host que este servidor no atiende.
api-no-hints = En esta mesa no hay consejos.
api-no-coach = En esta mesa no hay entrenador.
api-no-chat = En esta mesa no hay charla.
api-no-spectators = Esta mesa no admite espectadores.
api-banned = Ya no puedes jugar aquí.
api-rated-game = Mientras juegas una partida puntuada, el motor no responde y ninguna mesa empieza en una posición. Sobre una mesa puntuada en curso, el motor nunca responde.
api-not-your-study = Solo su autor puede cambiar este estudio: guarda una copia tuya.
api-not-the-organiser = Solo el organizador puede hacerlo.
api-no-table = Esa mesa no existe.
api-no-player = Ese jugador no existe.
api-no-puzzle = No existe ese problema.
api-no-study = No existe ese estudio.
api-no-series = Esa serie no existe.
api-no-event = Ese torneo no existe.
api-no-program = Ese programa no está en línea.
api-no-challenge = Esta invitación ya no está abierta.
api-no-channel = Ese canal no existe.
api-no-record = Una partida que empezó en una posición no tiene archivo: sus jugadas no bastan para reconstruirla.
api-no-message = Ningún otro jugador ha escrito ese mensaje.
api-not-found = No hay nada en esta dirección.
api-method = Esta dirección no admite ese método.
api-stale-ply = La partida ha avanzado mientras tanto.
api-already-started = La partida ya ha empezado.
api-not-started = La partida aún no ha empezado.
api-seat-taken = Ese asiento está ocupado.
api-table-full = Todos los asientos están ocupados.
api-seats-open = Quedan asientos libres.
api-not-ready = Aún no están listos todos los jugadores.
api-crest-taken = Otro jugador de esta mesa tiene ese emblema.
api-already-seated = Ya tienes un asiento en esta mesa.
api-not-away = No se puede sustituir a ese jugador: está presente o no ha hecho esperar lo bastante a la partida.
api-no-undo = Ahora no se puede deshacer nada.
api-game-over = La partida ha terminado.
api-time-over = Se te ha acabado el tiempo: un jugador virtual ha tomado el relevo.
api-not-over = La partida aún no ha terminado.
api-has-rematch = Esta partida ya tiene revancha: empieza la serie allí.
api-series-over = La serie ha terminado.
api-event-full = El torneo está completo.
api-event-over = El torneo ha terminado o ya ha empezado su última ronda.
api-event-running = El torneo ya ha empezado.
api-event-not-running = Ahora no se puede empezar ni cerrar ninguna ronda.
api-few-players = Un torneo necesita tres jugadores.
api-not-entered = No hay tal jugador en este torneo.
api-no-mail = Este servidor no envía correos.
api-too-large = La petición es demasiado grande.
api-illegal-move = Esa jugada no es legal.
api-unknown-move = Esa jugada no existe.
api-missing-chance = El azar decide antes de esta jugada.
api-impossible-chance = El azar no puede traer eso.
api-too-many = Es demasiado a la vez: espera un poco.
api-internal = Algo ha ido mal en el servidor.
api-busy = El servidor está ocupado: inténtalo de nuevo.
api-storage-full = No hay espacio para guardar en este momento: no se guardó nada. Inténtalo más tarde.

## La mesa: si falta la página

page-title = Edokko: el juego IKI en el navegador
page-description = Juega a IKI en el navegador: contra el ordenador, en una misma pantalla o con amigos mediante un enlace.
page-table = Una mesa de IKI
page-table-named = { $name }: una mesa de IKI
page-table-told = Una partida para { $players } jugadores. { $state }
page-full = Todos los asientos están ocupados.
page-waiting = { $open ->
    [one] Queda un asiento libre.
   *[other] Quedan { $open } asientos libres.
}
page-running = La partida está en curso.
page-finished = La partida ha terminado.
page-closed = La mesa está cerrada.
page-position = Una posición de IKI
page-study = Un estudio de IKI
page-study-named = { $name }: un estudio de IKI
page-puzzle = Un problema de IKI
page-series = Una serie de partidas de IKI
page-series-named = { $name }: una serie de partidas de IKI
page-series-told = { $players } jugadores, { $played } partidas jugadas.
page-event = { $name }: un torneo de IKI
page-event-told = Ronda { $round } de { $rounds }, { $players } jugadores. { $state }
page-event-open = Entra con este enlace.
page-event-running = El torneo está en marcha.
page-event-finished = El torneo ha terminado.
page-event-closed = El torneo no se ha celebrado.
page-events = Torneos de IKI
page-missing-title = La página no se ha construido
page-missing =
    El servidor funciona y su API responde en /api, pero falta la página.
    Instala Node.js 20 o posterior y vuelve a instalar edokko desde su código; así se construye la página.

## edokko serve

help-serve-short = La mesa en el navegador.
help-serve =
    La mesa en el navegador, para una persona o muchas. Las partidas se guardan en una base de datos propia;
    EDOKKO_DATABASE puede nombrar en su lugar una base PostgreSQL.
help-serve-port = El puerto. Por defecto: { $port }, o uno libre si está ocupado.
help-serve-host = La dirección donde escuchar; 0.0.0.0 para que lleguen otros ordenadores.
help-serve-no-browser = No abrir el navegador.
serve-started = La mesa está en { $address }
serve-how-to-stop = Ctrl-C para parar; las partidas se conservan.
serve-stopped = El servidor se ha parado.
problem-setting = { $variable } es { $value }, que no es válido; docs/run/settings.md enumera los valores posibles.
problem-setting-smtp-origins = EDOKKO_SMTP necesita EDOKKO_ORIGINS: sin esa variable, los correos enlazarían a cualquier servidor que nombre un cliente.
problem-setting-removed = { $variable } está definida, pero ahora PostgreSQL transmite todos los mensajes entre procesos. Elimina esta variable.
problem-setting-site = { $variable } es { $value }, que no es una carpeta escrita por `edokko build-site` de esta versión: créala de nuevo.
problem-port = No se puede escuchar en { $host }:{ $port }: { $reason }.
problem-served = Otro servidor ya usa esta base de datos, en { $address }. Un archivo SQLite admite un solo servidor; PostgreSQL, varios.
problem-restore-served = Un servidor usa esta base de datos, en { $address }: detenlo primero.
help-example-serve = La mesa en el navegador, a solas o en compañía

## edokko build-site

help-site-short = La mesa como carpeta para cualquier alojamiento web.
help-site =
    Escribe una carpeta que cualquier alojamiento de archivos puede servir, y en la que la mesa no necesita servidor:
    partidas contra jugadores automáticos, lecciones, problemas y revisiones funcionan en el navegador, también sin conexión.
help-site-pyodide = Una carpeta con los archivos de Pyodide y el wheel de msgspec para él, en lugar de descargarlos.
site-built =
    La mesa está en { $folder }. Una primera visita carga { $first } MB: página { $page }, Pyodide { $pyodide }, paquete { $package }.
    La red del jugador master añade { $later } MB. Para probarla: python -m http.server --directory { $folder }
problem-site-target = { $folder } no es una carpeta vacía; indica una nueva.
problem-site-page = La página no está construida: instala edokko desde su código con Node.js, sin EDOKKO_NO_PAGE.
problem-site-engine = El motor para navegadores falta o no está hecho con estas reglas: instala edokko de nuevo con el paquete ziglang.
problem-site-npm = Falta npm, que descarga Pyodide: instala Node.js o indica una carpeta con --pyodide.
problem-site-download = { $command } falló: { $reason } Revisa la conexión o indica una carpeta con --pyodide.
problem-site-node = Falta Node.js, que compila el paquete para navegadores: instálalo.
problem-site-compile = { $command } falló: { $reason } Node.js debe ser de la versión 20 o posterior.
problem-site-hash = { $name } no es el archivo esperado: su hash es otro. No se escribió nada.
problem-site-missing = { $folder } no tiene el archivo { $name }.
problem-site-version = { $folder } tiene otro Pyodide; esta versión de edokko necesita { $wanted }.
problem-site-write = No se puede escribir { $folder }: { $reason }.

## edokko worker

help-worker-short = Piensa para los servidores de un sitio grande.
help-worker =
    Pensar para los servidores que comparten una base de datos PostgreSQL y funcionan con EDOKKO_THINKING=workers: las
    jugadas de los jugadores del ordenador, los consejos, los análisis y las revisiones. Inicia tantos procesos como quieras, en cualquier máquina que llegue a la base de datos.
help-worker-database = La base de datos PostgreSQL de los servidores. Por defecto: EDOKKO_DATABASE.
help-worker-threads = Cuántos jugadores del ordenador piensan a la vez. Por defecto: EDOKKO_BOT_THREADS.
help-worker-kinds = Lo que hace este proceso, separado por comas. Por defecto: { $kinds }
help-worker-metrics = El puerto de las métricas en 127.0.0.1, en el formato de Prometheus. Por defecto: ninguno.
worker-started = El proceso espera trabajo: { $kinds }. Pulsa Ctrl-C para pararlo.
worker-stopped = El proceso se ha parado; otro termina su trabajo.
problem-worker-database = Este proceso necesita una base de datos PostgreSQL: indícala con --database postgresql+asyncpg://… o en EDOKKO_DATABASE. Con un archivo SQLite piensa el propio servidor.
problem-worker-kind = No hay trabajo del tipo { $kind }; elige entre { $kinds }.

## edokko admin

help-admin-short = Mesas, jugadores y copias de seguridad de un servidor.
help-admin =
    Gestionar las mesas y los jugadores de la base de datos que usa edokko serve, esté en marcha o no; EDOKKO_DATABASE la nombra.
help-admin-tables = Listar mesas: identificador, último cambio, estado, edición, mes, asientos.
help-admin-status = Solo las mesas en este estado.
help-admin-players = Listar los jugadores cuyo nombre contiene NAME: identificador, última visita, partidas acabadas, nombre.
help-admin-reports = Listar los mensajes denunciados: fecha, mesa, autor, quién lo denunció, nombre y texto.
help-admin-most = Listar como mucho este número.
help-admin-check = Carga todas las mesas e indica en cuáles faltan filas. El código de salida es 1 si hay alguna.
help-admin-repair = Corta las filas desde la primera que falta: las partidas abiertas siguen desde ahí.
help-admin-close = Cerrar una mesa; su registro se conserva.
help-admin-ban = Expulsar a un jugador: ya solo puede mirar.
help-admin-unban = Dejar que un jugador expulsado vuelva a jugar.
help-admin-delete =
    Borrar a un jugador y sus datos. Las partidas con otros se quedan, sin su nombre; lo sustituye un jugador virtual.
help-admin-backup = Escribir toda la base de datos en un archivo nuevo, aunque haya servidores en marcha.
help-admin-restore = Sustituir toda la base de datos por la copia FILE. Detén antes los servidores.
help-admin-yes = Confirmar. Sin esta opción no pasa nada.
admin-no-tables = No hay ninguna mesa.
admin-no-players = No hay ningún jugador.
admin-no-reports = No hay ninguna denuncia.
admin-banned-mark = expulsado
admin-check-good = Todas las mesas están completas.
admin-check-repairable = Mesa { $table } ({ $status }): la fila { $row } falta o es errónea. Con edokko admin check --repair, la partida sigue antes de esa fila.
admin-check-repaired = Mesa { $table } ({ $status }): cortada en la fila { $row }; la partida sigue desde ahí.
admin-check-over = Mesa { $table } ({ $status }): la fila { $row } falta o es errónea. La partida ha terminado y su registro está perdido, salvo que una copia de seguridad lo tenga.
admin-closed = La mesa { $table } está cerrada.
admin-not-open = La mesa { $table } ya no estaba abierta.
admin-banned = Expulsión de { $name } registrada.
admin-unbanned = { $name } puede volver a jugar.
admin-deleted = { $name } y sus datos están borrados.
admin-backed-up = La base de datos está guardada en { $file }.
admin-restored = La base de datos se ha restaurado desde { $file }. Arranca de nuevo los servidores.
problem-not-sure = Esto no se puede deshacer; añade --yes para hacerlo.
problem-no-such = No hay ninguna mesa ni jugador { $id }; edokko admin tables y edokko admin players los listan.
problem-database = No se puede usar la base de datos: { $reason }.
problem-database-malformed = EDOKKO_DATABASE no se puede usar. Escribe sqlite+aiosqlite:///FILE o postgresql+asyncpg://usuario:contraseña@host:5432/nombre: un host IPv6 entre corchetes, los signos especiales de la contraseña codificados con porcentajes, y opciones solo si el controlador las conoce.
problem-database-silent = PostgreSQL en { $server } no responde (EDOKKO_DATABASE): { $reason }.
problem-database-damaged = No se puede usar la base de datos: el archivo { $file } está dañado. Restaura una copia con edokko admin restore.
problem-database-later = La base de datos tiene la versión { $revision }, pero edokko { $version } solo conoce versiones hasta la { $newest }: instala de nuevo el edokko posterior, o restaura una copia anterior a su instalación.
problem-backup-later = La copia { $file } tiene la versión { $revision }, pero edokko { $version } solo conoce versiones hasta la { $newest }: instala antes el edokko posterior. No ha cambiado nada.
problem-backup-no-database = Todavía no hay base de datos { $detail }; edokko serve la crea.
problem-backup-exists = { $detail } ya existe; indica un archivo nuevo.
problem-backup-no-tool = { $detail } no está instalado; viene con las herramientas cliente de PostgreSQL.
problem-backup-not-a-backup = { $detail } no es una copia de esta clase de base de datos.
problem-backup-damaged = { $detail } está dañado.
problem-backup-failed = La copia ha fallado: { $detail }
problem-restore-failed = La restauración ha fallado y no ha cambiado nada: { $detail }

## Los mensajes que recibe un jugador con la página cerrada, y las páginas de sus enlaces

alert-turn = Tu turno
alert-turn-text = Es tu turno en la partida «{ $game }».
alert-clock = Se acaba tu tiempo
alert-clock-hours = En la partida «{ $game }» te { $count ->
        [one] queda { $count } hora
        [many] quedan { $count } horas
       *[other] quedan { $count } horas
    } para jugar. Después sigue un jugador virtual.
alert-clock-minutes = En la partida «{ $game }» te { $count ->
        [one] queda { $count } minuto
        [many] quedan { $count } minutos
       *[other] quedan { $count } minutos
    } para jugar. Después sigue un jugador virtual.
alert-over = La partida ha terminado
alert-over-text = La partida «{ $game }» ha terminado. Estás en el puesto { $place } de { $players }, con { $points } IKI.
alert-test = Una prueba
alert-test-text = Esto es una prueba. Los mensajes sobre tus partidas llegarán aquí.
alert-confirm = Confirma tu correo electrónico
alert-confirm-text = Abre este enlace para recibir un correo cuando sea tu turno. Si no lo has pedido, no hagas caso de este mensaje.
alert-mail-stop = No recibir más estos correos: { $link }
alert-page-stop = ¿No recibir más mensajes?
alert-page-stop-text = Edokko no enviará nada más a { $name }. Puedes volver a añadirlo en los ajustes.
alert-page-stop-button = No recibir más
alert-page-stopped = Listo. No se envía nada más.
alert-page-confirm = Confirma tu correo electrónico
alert-page-confirm-text = Edokko enviará un correo a { $name } cuando sea tu turno.
alert-page-confirm-button = Confirmar
alert-page-confirmed = Confirmado. Puedes cerrar esta página.
alert-page-gone = Este enlace ya no es válido.
offline-title = Sin conexión
offline-text = El servidor no responde. Tus partidas están a salvo allí. Esta página vuelve a intentarlo sola.
offline-again = Reintentar
offline-here = Jugar aquí, sin el servidor
offline-head = Sin conexión
offline-about = Este navegador puede guardar una mesa propia: las partidas contra jugadores virtuales, las lecciones y los problemas ya no necesitan servidor.
offline-keep = Guardar para jugar sin conexión ({ $size } MB)
offline-loading = { $loaded } de { $size } MB
offline-kept = Guardada en este navegador.
offline-remove = Quitar
offline-failed = No se pudo guardar: revisa la conexión y el espacio de este navegador.
offline-back = A las mesas del servidor

## La página: avisos cuando está cerrada

notify-title = Con la página cerrada
notify-told = Edokko te avisa cuando es tu turno, una vez antes de que se acabe tu tiempo y cuando termina una partida. No se envía nada mientras tengas la mesa abierta.
notify-here = Este navegador
notify-here-on = Activar en este navegador
notify-here-off = Desactivar en este navegador
notify-blocked = El navegador bloquea los avisos de este sitio. Permítelos en los ajustes del navegador para este sitio y vuelve a abrir esta página.
notify-impossible = Este navegador no puede avisarte con la página cerrada. En un iPhone o iPad, añade primero Edokko a la pantalla de inicio y ábrelo desde allí.
notify-failed = No se ha podido registrar el navegador. Inténtalo más tarde.
notify-email = Correo electrónico
notify-email-address = Dirección de correo
notify-email-none = Este servidor no envía correos.
notify-email-sent = Abre el enlace del correo enviado a { $name }.
notify-email-unconfirmed = Sin confirmar: abre el enlace del correo.
notify-email-again = Enviar otra vez el enlace
notify-webhook = Webhook
notify-webhook-address = Dirección, https://…
notify-webhook-style = Formato
notify-webhook-json = JSON firmado
notify-webhook-secret = La clave de la firma. Cópiala ahora, solo se muestra una vez:
notify-add = Añadir
notify-remove = Quitar { $name }
notify-test = Enviar una prueba
notify-test-of = Enviar una prueba a { $name }
notify-test-sent = La prueba se ha enviado a { $name }.
notify-test-failed = { $name } no la ha aceptado: { $reason }
notify-last = Último mensaje: { $time }
notify-last-failed = El último mensaje no fue aceptado: { $reason }
notify-paused = En pausa, porque muchos mensajes no fueron aceptados. Una prueba que llegue termina la pausa.
notify-quiet = Horas de silencio
notify-quiet-on = No enviar nada a estas horas
notify-quiet-from = De
notify-quiet-to = a
notify-quiet-zone = Zona horaria: { $zone }
notify-quiet-empty = Las horas de silencio deben empezar y terminar a horas distintas.

## Compartir una mesa: el marco para otro sitio

share-embed = Insertar
share-embed-told = Copia esto en una página tuya:
share-open = Abrir en Edokko

## El final de una partida

end-talk = { $who ->
    [you] Todo Edo habla de ti: { $points } IKI
   *[other] Todo Edo habla de { $seat }: { $points } IKI
}
end-decided = { $id ->
    [track] El marcador IKI lo decidió
    [types] Los oficios lo decidieron
    [fish] Los pescados lo decidieron
    [pouches] Las bolsas de tabaco lo decidieron
    [buildings] Los edificios lo decidieron
    [koban] Los kobans lo decidieron
    [wood] La madera lo decidió
   *[mon] Los mons lo decidieron
}: { $winner } ({ $most }), { $rival } ({ $least }).
end-tie = { $seats } tienen { $points } IKI: decide el orden del combate de incendio.
end-replaced = El ordenador terminó en lugar de: { $seats }.
end-place = { $place }.º
end-again-told = misma mesa, misma gente
end-event = Ver el torneo
end-series = Ver la serie
end-review = Analizar mi partida
end-review-told = tus jugadas, y otras mejores
end-picture = Compartir la imagen
end-picture-told = la calle y los puntos
end-as-table = Como tabla
end-more = Más
end-best = Tu mejor momento
end-best-month = Mes { $month }:

## Events and series

contest-title = Torneos
contest-intro = Un torneo tiene varias rondas en mesas de tres o cuatro, con clasificación. Los jugadores entran con un enlace.
contest-all = Todos los torneos
contest-new = Nuevo torneo
contest-name = Nombre del torneo
contest-kind = Emparejamiento
contest-kind-swiss = Suizo
contest-kind-swiss-told = Se enfrentan jugadores con puntos parecidos, y ninguna pareja se repite si puede evitarse.
contest-kind-round-robin = Todos contra todos
contest-kind-round-robin-told = Todos los jugadores se enfrentan casi las mismas veces.
contest-size = Asientos por mesa
contest-rounds = Rondas
contest-most = Jugadores como máximo
contest-pause = Pausa entre rondas
contest-pause-none = sin pausa
contest-pause-minutes = { $minutes } min
contest-starts-full = Empezar en cuanto el torneo esté completo
contest-plays = Yo también juego
contest-listed = Mostrar el torneo a todos los visitantes
contest-create = Crear el torneo
contest-yours = Tus torneos
contest-open-list = Torneos abiertos
contest-running-list = Torneos en marcha
contest-none = Ahora no hay ningún torneo abierto.
contest-status-open = abierto
contest-status-running = ronda { $round } de { $rounds }
contest-status-finished = terminado
contest-status-closed = no se celebró
contest-entered = { $count } de { $most } jugadores
contest-round-count = { $count ->
    [one] una ronda
   *[other] { $count } rondas
}
contest-join = Entrar
contest-leave = Dejar el torneo
contest-start = Empezar la ronda 1
contest-start-needs = con tres jugadores o más
contest-begin-round = Empezar ya la ronda siguiente
contest-close-round = Cerrar esta ronda
contest-close-round-told = Sus partidas sin terminar no cuentan.
contest-end = Terminar el torneo
contest-sure = Pulsa otra vez para confirmar
contest-withdraw = Retirar a un jugador
contest-withdraw-player = Retirar a { $name }
contest-your-table = A tu mesa
contest-wait-start = El organizador empieza el torneo.
contest-wait-full = El torneo empieza cuando esté completo.
contest-wait-others = Tu partida ha terminado. Otras mesas de esta ronda siguen jugando.
contest-wait-entry = Juegas desde la ronda { $round }.
contest-wait-next = La ronda siguiente empieza en { $time }.
contest-is-over = El torneo ha terminado.
contest-standings = Clasificación
contest-rank = Puesto
contest-player = Jugador
contest-points = Puntos
contest-games = Partidas
contest-wins = Victorias
contest-opponents = Rivales
contest-margin = Ventaja
contest-points-told = 4 puntos por el primer puesto, 1 por el último y a intervalos iguales entre ellos. Un jugador sustituido por el ordenador no recibe ninguno.
contest-ties-told = Empates: victorias, luego los puntos de los rivales, luego la ventaja media en IKI.
contest-series-ties-told = Empates: victorias, luego la ventaja media en IKI.
contest-round = Ronda { $round }
contest-table = Mesa { $number }
contest-withdrawn = retirado
contest-late = desde la ronda { $round }
contest-replaced = sustituido
contest-not-counted = cerrada, no cuenta
contest-in-play = en juego
contest-not-begun = sin empezar
contest-bot = jugador del ordenador
contest-look = Mirar
contest-replay = Repetición
contest-invite = Los jugadores entran con este enlace:
contest-to = Al torneo
contest-series = Serie de partidas
contest-series-next = A la partida siguiente
contest-series-to = Clasificación de la serie
contest-series-begin = Jugar una serie
contest-series-told = Los mismos jugadores, asientos que rotan y clasificación. La mesa siguiente se crea sola.
contest-series-games = Número de partidas
contest-series-no-end = sin número fijo
contest-series-game = Partida { $number }
contest-series-game-of = Partida { $number } de { $games }
contest-series-over = La serie ha terminado.
contest-series-end = Terminar la serie
contest-series-change = Cambiar
contest-series-play = A la partida
contest-series-seat = Hay un asiento libre: tómalo
contest-series-deleted = borrada
## Juntos: programas, reacciones, notas, charla. La página carga estos mensajes cuando los necesita.

together-invite-program = Invitar a un programa
together-programs-told = Programas de otras personas que están en línea. Tienen un minuto para responder.
together-no-programs = Ahora no hay ningún programa en línea.
together-invite = Invitar
together-playing = { $count ->
    [one] juega una partida
   *[other] juega { $count } partidas
}
together-invited = Invitado…
together-declined = Ha rechazado
together-expired = Sin respuesta
together-accepted = Ha aceptado
together-withdraw = Retirar
together-tokens = Programas que juegan por ti
together-tokens-told = Un programa con una de tus claves actúa como tú. Da a cada programa la suya y revoca las que ya no necesites.
together-token-name = Nombre del programa
together-token-create = Crear clave
together-token-once = Copia la clave ahora: solo se muestra esta vez.
together-token-copy = Copiar clave
together-token-revoke = Revocar
together-listed = En la lista de programas: { $name }
together-unlist = Quitar de la lista
together-talk = Charla y notas
together-watching = { $count ->
    [one] { $count } espectador
   *[other] { $count } espectadores
}
together-reactions = Reacciones
together-reaction-hello = ¡Hola!
together-reaction-nice = ¡Buena jugada!
together-reaction-thanks = ¡Gracias!
together-reaction-ouch = ¡Ay!
together-reaction-thinking = Déjame pensar…
together-reaction-game = ¡Buena partida!
together-reactions-show = Mostrar reacciones
together-note = Mi nota
together-note-told = Solo tú puedes leerla, también después al repasar la partida.
together-note-saved = Guardada
together-chat = Charla
together-chat-told = Solo los jugadores sentados pueden leer y escribir aquí.
together-chat-message = Mensaje
together-chat-send = Enviar
together-chat-empty = Todavía no hay mensajes.
together-chat-new = { $count ->
    [one] { $count } mensaje nuevo
   *[other] { $count } mensajes nuevos
}
together-chat-switch-off = Cerrar la charla definitivamente
together-chat-is-off = El anfitrión ha cerrado la charla.
together-mute = Silenciar a { $name }
together-unmute = Dejar de silenciar a { $name }
together-report = Denunciar el mensaje de { $name } al administrador de este servidor
together-report-sure = Pulsa otra vez para denunciar el mensaje
together-reported = Denunciado
together-sure = Pulsa otra vez para confirmar

## La página: la mesa

web-live = En directo
web-reconnecting = Reconectando: tu turno está a salvo
web-gone = Sin conexión
web-to-lobby = Ir al inicio
web-table = Una mesa
web-pair = { $what }: { $said }
web-edition = Edición { $edition }
web-payday = día de pago
web-fire = incendio { $strength }
web-log = Registro
web-theme = Tema
web-rules = Reglas
web-settings = Ajustes
web-board = Tablero
web-nagaya = Nagaya { $nagaya }
web-start = Inicio
web-short-name = { $id ->
    [boiled_egg_peddler] Vendedora de huevos
    [kite_maker] Volantines
    [soap_bubble_man] Burbujas
    [fire_watchtower] Torre
    [kabuki_theater] Kabuki
    [merchant_house] Mercader
    [pawnbroker] Empeño
    [sandal_shop] Sandalias
    [tobacco_shop] Tabaco
    [construction_site] Obra
    [karuta_maker] Naipes karuta
    [tatami_maker] Tatamis
    [puppet_maker] Títeres
    [cotton_peddler] Algodonero
    [charcoal_peddler] Carbonero
   *[other] { $name }
}
web-tip-stall =
    Puesto { $room }, nagaya { $nagaya }
    Un oyakata que está en { $shops } puede comerciar aquí.
web-tip-nagaya =
    Nagaya { $nagaya }
    Dos o más personajes del mismo oficio aquí están en armonía: el día de pago cada dueño recibe IKI por los suyos.
web-tip-fifth = Los cuatro puestos del cruce forman un quinto grupo de armonía. Contratar allí cuesta más.
web-tip-fire-mark = Un incendio en el nagaya { $nagaya } empieza aquí y va del puesto 1 al cruce. Pierde fuerza en cada puesto.
web-tip-square = Un jugador que se detiene aquí puede hacer un trato con esta tienda y otro con un personaje de los puestos de al lado.
web-tip-start = Todos los oyakata empiezan aquí. El primer paso lleva a la casilla 1 y no cruza la línea de vuelta.
web-tip-lap =
    Línea de vuelta
    Cuando tu oyakata la cruza, cada uno de tus personajes en el tablero gana 1 de experiencia.
web-tip-surcharge = Contratar o construir aquí cuesta { $mon ->
        [one] { $mon } mon
       *[other] { $mon } mons
    } más: { $id ->
        [middle] este puesto da a dos tiendas.
       *[crossing] este puesto pertenece a dos grupos, su nagaya y el cruce.
    }
web-tip-alike = El día de pago, los personajes de un mismo oficio en un grupo dan IKI a cada dueño: los suyos multiplicados por el total.
web-tip-iki-track = Marcador de IKI
web-tip-iki-track-how = Cada disco marca los IKI de un jugador. Al pasar de 30 vuelve a empezar, y el número de debajo es el total.
web-tip-fire-track = El jugador más a la derecha elige primero su barca. En caso de empate decide la lista.
web-tip-fire-of = mes { $month }: fuerza { $strength }
web-tip-fires = Incendios: { $fires }
web-meal = Día de pago del mes { $month }: si contratas, necesitas { $needs } de arroz y tienes { $has }.
web-tip-boat-walks =
    Avanza { $squares ->
        [one] { $squares } casilla
       *[other] { $squares } casillas
    }; cada sandalia añade una.
web-tip-boat-free = Avanza de 1 a { $most } casillas, las que quieras; cada sandalia añade una.
web-tip-boat-hires = Antes de avanzar cobras tus ingresos o contratas a un personaje.
web-tip-boat-no-hire = { $mon ->
    [0] No permite cobrar ingresos ni contratar.
    [one] Da { $mon } mon, pero no permite cobrar ingresos ni contratar.
   *[other] Da { $mon } mons, pero no permite cobrar ingresos ni contratar.
}
web-tip-boat-order = Número { $place } en el orden de juego, desde la izquierda.
web-tip-ladder = El kobun marca el escalón que ha alcanzado este personaje. El número dorado es su salario del próximo día de pago; al llegar al círculo, el personaje se jubila.
web-tip-skill = Un jugador cuyo oyakata está en la casilla de al lado puede hacer este trato una vez por turno. Si no es el dueño, el personaje gana 1 de experiencia.
web-tip-owner = Es de { $seat }, que cobra su salario y lo alimenta cada día de pago.
web-tip-neutral = Un personaje neutral: todos pueden hacer un trato con él y nadie cobra su salario.
web-tip-sold = { $good }: ya no está a la venta
web-lap = Vuelta
web-fifth = 5.º
web-one-per-season = uno por estación
web-lands-here = llega aquí
web-alike = { $type } × { $count } juntos
web-square = Casilla: { $square }
web-shop = Tienda: { $shop }
web-empty = vacío
web-free = libre
web-closed = cerrado
web-taken = elegido
web-not-used = no se usa
web-not-outer = no es exterior
web-no-kobun = sin kobun
web-no-room = todo lleno
web-short = falta: { $missing }
web-why-not-your-character = no es tuyo
web-why-room-occupied = ocupado
web-why-work-done = trato hecho
web-why-shop-done = trato hecho
web-why-same-room = ya elegido
web-why-no-character-there = sin personaje
web-why-nobody-to-train = nadie que entrenar
web-why-needs-two-characters = hacen falta dos
web-why-not-on-sale = vendido
web-why-fish-of-season-held = ya lo tienes
web-why-wrong-square = aquí no
web-why-slot-only-moves = solo moverse
web-why-out-of-reach = fuera de alcance
web-why-not-offered = no se ofrece
web-why-nothing-to-build = no queda ninguno
web-why-not-now = ahora no
web-steps = experiencia { $step } de { $steps }
web-retires-next = se jubila con la próxima experiencia
web-pay-mon = { $mon ->
    [one] pagar { $mon } mon
   *[other] pagar { $mon } mons
}
web-choose-room = elegir este puesto
web-reason-lands = puedes llegar al lado: { $square }
web-reason-wards = con esta contratación apagas ahí el próximo incendio, de fuerza { $strength }
web-reason-cheapest = el precio más bajo
web-with-surcharge = recargo incluido: { $mon } { $mon ->
    [one] mon
   *[other] mons
    }
web-too-dear = { $id ->
    [middle] Los puestos del centro
   *[crossing] Los puestos del cruce
    } cuestan { $extra } más: te { $mon ->
    [one] falta { $mon } mon
   *[other] faltan { $mon } mons
    }
web-start-edge = Los personajes iniciales viven en el borde: el número 1 de cada nagaya.
web-sum-on-card = − { $mon } en la carta
web-sum-discount = − { $mon } ({ $token })
web-sum-room = { $id ->
    [middle] en el centro + { $mon } = { $sum }
   *[crossing] en el cruce + { $mon } = { $sum }
    }
web-for-hire = Para contratar
web-first-faces = Los cuatro primeros llegan cuando todos hayan elegido
web-you = tú
web-sign-sun = Sol: elige el neutral de los meses impares
web-sign-moon = Luna: elige el neutral de los meses pares
web-thinking = pensando
web-away = ausente
web-at-table = En la mesa
web-hand-over = Que un jugador virtual termine por mí
web-hand-over-sure = Sí, dejo la partida
web-replace = Sustituir por un jugador virtual
web-replace-in = Podrás sustituirlo por un jugador virtual en { $time }
web-place-in-order = { $place }.º
web-kobun = { $free } de { $all } kobun libres
web-retired = jubilados, { $type }: { $count }
web-hungry =
    { $count ->
        [one] el día de pago { $count } personaje se queda sin arroz
       *[other] el día de pago { $count } personajes se quedan sin arroz
    }
web-payday-lacks =
    Día de pago del mes { $month }: { $needs ->
        [one] come { $needs } persona
       *[other] comen { $needs } personas
    } y el arroz alcanza para { $fed }.
web-buildings = Edificios
web-at-square = en la casilla { $square }
web-built = construido
web-close = Cerrar
web-counts-fish = cuenta como pescado
web-start-step = inicio
web-all-turns = todos los turnos
web-nothing-yet = Aún no ha pasado nada
web-log-undo = { $seat } deshace una jugada
web-log-bot = { $seat }, jugador virtual, toma el relevo
web-log-time = Se acabó el tiempo: { $seat }, jugador virtual, toma el relevo
web-back = Volver
web-all-choices = Todas las opciones: { $count }
web-choices = Opciones
web-undo = Deshacer
web-no-undo-nothing-to-undo = Nada que deshacer
web-no-undo-chance-revealed = Se ha revelado información oculta
web-no-undo-turn-over = El turno ha terminado
web-no-undo-not-yours = La última jugada no es tuya
web-no-undo-not-running = La partida no está en marcha
web-end-turn = Terminar el turno
web-end-anyway = Terminar igualmente
web-deals-left = aún puedes hacer un trato
web-no-end = Todavía no: el turno no ha acabado
web-turn-of = Turno de { $seat }
web-your-turn = Tu turno
web-is-moving = { $seat } está jugando
web-now-payday = Día de pago
web-now-fire = Incendio en el nagaya { $nagaya }
web-now-month-ends = Termina el mes { $month }
web-go-on = Seguir
web-stage-salaries = Salarios
web-stage-neighbours = Vecinos
web-stage-food = Comida
web-stage-fed = Todos comen
web-pick-room = { $card }: ¿en qué puesto?
web-pick-card = ¿Quién va a { $room }?
web-hint = Consejo
web-skip = Saltar
web-bar-deals = Tienda y un personaje
web-bar-deals-done = Todo hecho: termina tu turno
web-bar-character = Un personaje
web-bar-deal-left = Aún hay un trato posible
web-bar-press-again = Pulsa otra vez para terminar tu turno
web-bar-free = gratis
web-bar-lap-none = Vuelta completa
web-bar-lap = { $count ->
        [one] Vuelta: tu personaje gana experiencia
       *[other] Vuelta: tus { $count } personajes ganan experiencia
    }
web-bar-lap-retires = { $lap } · jubilación: { $cards }
web-bar-pipe = { $count ->
        [one] Pipa
       *[other] Pipa: una de { $count }
    }
web-bar-pouch = { $count ->
        [one] Bolsa
       *[other] Bolsa: una de { $count }
    }
web-bar-buy = { $count ->
        [one] Comprar
       *[other] Comprar ambas
    }
web-bar-of = de { $mon }
web-bar-income = Ingresos
web-bar-stay = Quedarse
web-bar-guard = Proteger
web-bar-burn = Que arda
web-bar-end = Terminar
web-bar-end-sure = ¿Seguro?
web-step-slot = { $mon ->
    [0] Sin contratar
    [one] +{ $mon } mon, sin contratar
   *[other] +{ $mon } mons, sin contratar
}
web-step-hire = Contratar
web-step-move = Avanzar
web-step-trade = Comerciar
web-deal-done = hecho
web-not-your-turn = No es tu turno.
web-board-as-list = Tablero como lista
web-do-it = Confirmar
web-verb-take = Tomar
web-verb-hire = Contratar
web-verb-build = Construir
web-next-payday = Próximo día de pago: mes { $month }
web-next-fire = Próximo incendio: mes { $month }, fuerza { $strength }
web-keys = Atajos
rules-key-tab = de una zona a otra
rules-key-arrows = dentro de una zona
rules-key-all-arrows = con Mayús: todos los elementos, también los no disponibles
rules-key-enter = pulsar el elemento seleccionado
rules-key-esc = volver un paso atrás; saltar la animación
rules-key-digits = las opciones de la barra
rules-key-income = cobrar tus ingresos
rules-key-buy = comprar las fichas elegidas
rules-key-undo = deshacer
rules-key-end = terminar tu turno
rules-key-all = todas las opciones en lista
rules-key-log = todo el registro
rules-key-list = el tablero como lista
rules-key-rules = reglas y cartas
rules-key-help = esta lista
web-score-sheet = Puntuación
web-place = { $place }.º
web-time-left = tiempo restante: { $time }
web-days-left = { $days } d y { $hours } h
web-clock = Reloj
web-clock-none = Sin reloj
web-clock-minutes = { $minutes } min cada uno, +{ $increment } s por turno
web-clock-days = { $days ->
    [one] { $days } día por turno
   *[other] { $days } días por turno
}
web-clock-level = Si se acaba el tiempo, sustituir por
web-rated = Partida puntuable
web-is-rated = puntuable
web-rated-needs = Las partidas puntuables son solo entre personas, sin consejos y sin valores propios.
web-rematch = Jugar otra vez
web-to-rematch = Siguiente partida
web-replay = Repetición
web-review = Análisis
web-sound = Sonidos
web-notify = Avisarme cuando sea mi turno, también fuera de esta página
web-notify-refused = El navegador no lo permite.
web-record = Archivo de la partida
web-pause = Pausa
web-play = Reproducir
web-step-back = Una jugada atrás
web-step-on = Una jugada adelante
web-speed = Velocidad { $speed }
web-seen-from = Punto de vista
web-move-number = Jugada
web-move-of = Jugada { $move } de { $moves }
web-to-table = Ir a la mesa
web-went-wrong = Se ha producido un error.
web-offline = El servidor no responde. La página sigue intentándolo.
web-fatal = Se ha producido un error en esta página
web-fatal-more = No se ha perdido ninguna jugada: el servidor ha guardado la partida. Recarga la página para seguir; el informe describe el error.
web-copy-report = Copiar el informe
web-report = Informe
web-reload = Recargar

## La página: sala, espera, ajustes

web-menu = Menú
web-lobby = Inicio
web-lobby-title = Un año en la calle comercial de la antigua Edo
web-lobby-text = Contrata artesanos, ve de tienda en tienda, da de comer a tu gente el día de pago y haz que en Año Nuevo toda la ciudad hable de ti.
web-learn = Lecciones
web-learn-title = Lecciones breves
web-learn-text = En el tablero de verdad, tres minutos cada una.
web-learn-start = Empezar la primera lección
web-learn-go-on = Seguir con la lección { $number }
web-learn-done = { $done } de { $count } terminadas
web-learn-over = Has terminado las { $count } lecciones.
web-learn-again = Volver a verlas
web-first-title = Tu primera partida, con entrenador
web-first-text = Dice qué tiene de bueno cada jugada. Deshaz lo que quieras.
web-fact-time = 25 minutos
web-fact-opponents = { $count ->
        [one] { $count } jugador virtual
       *[other] { $count } jugadores virtuales
    }
web-fact-account = sin cuenta
web-play-now = Jugar ahora
web-play-now-text = Para cuando quieras y sigue más tarde.
web-play-computer = Jugar contra jugadores virtuales
web-play-short = Jugar
web-without-hints = sin consejos
web-change = Cambiar
web-friends = Jugar con amigos
web-friends-text = Envía un enlace, siéntate y juega.
web-friends-go = Abrir una mesa
web-friends-short = Con amigos
web-private = privada
web-public = pública
web-strength = Nivel
web-pace = Ritmo
web-no-clock = sin reloj
web-card-numbers = Valores de las cartas
web-cards = Cartas
web-open-tables = Mesas abiertas
web-watch = Partidas que puedes ver
web-leads = { $name } va por delante con { $points } IKI
web-payday-next = día de pago este mes
web-fire-next = incendio de fuerza { $strength } este mes
web-puzzle-today = Problema del día
web-your-games = Tus partidas
web-turn-at = Tu turno: { $name }
web-running-count = { $count ->
        [one] { $count } en curso
       *[other] { $count } en curso
    }
web-waiting-count = { $count ->
        [one] { $count } espera jugadores
       *[other] { $count } esperan jugadores
    }
web-continue = Continuar
web-look-in = Ver
web-month-of-year = Mes { $month } de 12
web-month-payday = Mes { $month } de 12, día de pago al final
web-month-fire = Mes { $month } de 12, incendio de fuerza { $strength } al final
web-last-move = Última jugada { $ago }
web-just-now = ahora mismo
web-you-won = Has ganado, { $points } a { $others }
web-they-won = Ha ganado { $name }, { $points } a { $others }
web-look-back = Repasar
web-small-board = El tablero en el mes { $month }
web-seats-free = { $count ->
        [one] { $count } plaza libre
       *[other] { $count } plazas libres
    }
web-others-find = Deja que otros jugadores te encuentren.
web-open-public = Abrir una mesa pública
web-against = contra { $names }
web-no-results = Aún no hay partidas terminadas.
web-today = hoy
web-how-month = Un mes en cuatro imágenes
web-how-boat = Elige una barca: cuánto avanzas y quién juega primero.
web-how-hire = Contrata a un personaje para uno de tus puestos o cobra tus ingresos.
web-how-walk = Avanza y comercia con la tienda y con un personaje donde te detengas.
web-how-payday = Unos meses acaban con el día de pago, cuando tu gente come; otros, con un incendio.
web-tab-tables = Mesas
web-no-open = Ninguna mesa espera jugadores.
web-no-open-for = Ninguna mesa abierta tiene { $count } plazas.
web-join = Unirse
web-any-players = cualquier número de jugadores
web-minutes-ago = hace { $count } min
web-hours-ago = hace { $count } h
web-days-ago = { $count ->
        [one] hace { $count } día
       *[other] hace { $count } días
    }
web-finished = terminada
web-month = mes { $month }
web-your-name = Tu nombre
web-name-too-long = Un nombre tiene { $most } letras como máximo.
web-name = Nombre
web-edition-label = Edición
web-players-label = Jugadores
web-players = { $count } jugadores
web-seats = Plazas
web-seat-you = Tú
web-seat-local = Otro jugador en esta pantalla
web-seat-open = Plaza libre
web-computer = Jugador virtual ({ $level })
web-level-easy = fácil
web-level-medium = medio
web-level-skilled = hábil
web-level-hard = difícil
web-level-expert = experto
web-level-master = maestro
web-style-of = Estilo del asiento { $number }
web-style-none = sin estilo
web-style-builder = constructor
web-style-builder-likes = Guarda madera y koban para edificios.
web-style-fisher = pescador
web-style-fisher-likes = Compra pescado en cada estación.
web-style-employer = patrón
web-style-employer-likes = Contrata en cuanto tiene un kobun libre.
web-style-captain = capitán
web-style-captain-likes = Sube pronto en el combate de incendios.
web-random-seats = Plazas al azar
web-allow-hints = Con consejos
web-help = Ayuda
web-help-none = ninguna
web-help-hints = consejos
web-help-coach = entrenador
web-own-numbers = Usar los valores de tu ejemplar
web-own-numbers-told = Un archivo TOML con los valores impresos en tus cartas.
web-own-numbers-remove = Quitar
web-with-own-numbers = valores propios
web-from-position = desde una posición
web-with-hints = con consejos
web-with-chat = con charla
web-with-coach = con entrenador
web-listed = Pública: cualquiera puede unirse desde el inicio
web-pace-days = Por turnos, durante varios días
web-pace-live = En una sesión
web-spectators = Con espectadores
web-allow-chat = Con charla
web-table-name = Nombre de la mesa
web-begin = Empezar la partida
web-waiting-room = Esperando jugadores
web-who-are-you = ¿Quién eres?
web-who-told = Los demás ven tu nombre y tu emblema.
web-all-taken = Todas las plazas están ocupadas. Podrás ver la partida.
web-all-taken-private = Todas las plazas están ocupadas y la partida es sin espectadores.
web-table-closed = Esta mesa está cerrada
web-sit-down = Tomar asiento
web-host = anfitrión
web-copy-link = Copiar el enlace
web-share-link = Compartir el enlace
web-send-link = Envía este enlace
web-scan = Código QR del enlace
web-copied = Copiado
web-seats-open = { $count ->
        [one] queda { $count } plaza libre
       *[other] quedan { $count } plazas libres
    }
web-crest = Emblema
web-crest-wave = ola
web-crest-plum = ciruelo
web-crest-scales = escamas
web-crest-diamond = rombos
web-crest-of = { $crest }: lo tiene { $name }
web-give-seat = Plaza { $number }: quién juega aquí
web-ready = Listo
web-not-ready = Aún no está listo
web-awaits = esperando a { $names }
web-host-begins = El anfitrión empieza la partida.
web-more = Más
web-close-table = Cerrar la mesa
web-leave = Dejar la mesa
web-language = Idioma
web-theme-change = Claro u oscuro
web-theme-system = Según el sistema
web-theme-light = Claro
web-theme-dark = Oscuro
web-motion = Animaciones
web-motion-full = Todas
web-motion-less = Reducidas
web-quick-tap = Jugar con un solo toque, sin confirmar
web-other-device = Continuar en otro dispositivo
web-once = El enlace sirve una sola vez, durante 15 minutos.
web-saved = Guardado
web-local-loading = Cargando la mesa: { $loaded } de { $total } MB
web-local-large = La mesa necesita { $total } MB una sola vez; después funciona sin conexión.
web-local-load = Cargar ahora
web-local-failed = No se pudo cargar la mesa. Revisa la conexión e inténtalo de nuevo.
web-local-again = Reintentar
web-local-unkept = Este navegador no guarda nada: tus partidas terminan con esta pestaña.
web-local-friends = En una sola pantalla, por turnos.
offline-kept-games = Tus partidas
offline-kept-where = Partidas, lecciones y problemas se guardan solo en este navegador. Llévatelos en un archivo.
offline-kept-save = Guardar en un archivo
offline-kept-open = Añadir desde un archivo
offline-kept-added = Se añadió todo lo del archivo.
offline-kept-wrong = No es un archivo de partidas guardadas de edokko.
offline-kept-absent = Aquí no hay servidor: faltan personas de fuera, chat, clasificaciones y eventos.
web-create-link = Crear un enlace
web-behaviour = Juego
web-look = Aspecto
web-move-in = ¿Continuar aquí como el jugador de tu otro dispositivo? El jugador actual de este dispositivo se perderá.
web-move-in-yes = Continuar aquí
web-games-won = { $games ->
        [one] { $games } partida
       *[other] { $games } partidas
    }, { $wins ->
        [one] { $wins } ganada
       *[other] { $wins } ganadas
    }
web-rating = { $players } jugadores: nivel { $rating } tras { $games ->
        [one] { $games } partida
       *[other] { $games } partidas
    }
web-favourites = Más contratados
web-results = Resultados
web-result = { $place }.º de { $players }, { $points } IKI

## La página: qué significa cada número o dibujo

web-tip-mon = Sirve para pagar contrataciones, compras y edificios. Al final, cada { $every } mons dan 1 IKI.
web-tip-rice = Cada día de pago, cada personaje de este jugador en el tablero come 1 de arroz. Ahora hay { $mouths } en el tablero.
web-tip-sandals = 1 sandalia hace avanzar al oyakata 1 casilla más.
web-tip-wood = Sirve para construir edificios. Al final, cada madera da { $iki } IKI.
web-tip-koban = Sirve para construir edificios. Al final, cada koban da { $iki } IKI.
web-tip-iki =
    { $count } IKI
    La puntuación hasta ahora. Con todo lo que cuenta al final serían { $points }. Gana quien tenga más IKI.
web-tip-fire =
    Combate de incendios: { $count }
    Decide quién elige primero y si un incendio se detiene en los puestos de este jugador.
web-tip-retired =
    { $type }
    Jubilados: { $retired }; en el tablero: { $standing }. Los personajes jubilados dan su salario cada día de pago y no comen. Al final, de 1 a { $most } oficios distintos, en el tablero o jubilados, dan { $row } IKI.
web-tip-kobun = Cada carta de este jugador en el tablero lleva un kobun. Sin un kobun libre no se puede contratar ni construir.
web-tip-goods = Los pescados de estaciones distintas dan { $row } IKI al final. Las bolsas de tabaco también cuentan, el doble con una pipa.
web-tip-order = Juega en posición { $place } este mes, según las barcas, de izquierda a derecha.
web-tip-hire-discount = Cada contratación cuesta 1 mon menos.
web-tip-extra-step = Cada movimiento puede llegar 1 casilla más lejos.
web-tip-fire-guard = Salva a un personaje de un incendio, una sola vez.
web-tip-joker = El Titiritero cuenta al final como el oficio que más dé.
web-tip-payday = El mes acaba con un día de pago: primero los salarios, luego la armonía (personajes vecinos del mismo oficio) y después la comida.
web-tip-fire-month = El mes acaba con un incendio de fuerza { $strength }. Empieza en el extremo exterior de un nagaya elegido al azar.
web-tip-new-year = Cada jugador visita una casilla más y puede comerciar allí. Después se cuenta la puntuación final.
web-tip-hint = Las tres mejores jugadas, con su probabilidad de ganar y un motivo.
web-tip-fire-next = Próximo incendio: mes { $month }, fuerza { $strength }.
web-hint-at = { $move }, puesto { $room }
web-hint-food = el día de pago hacen falta { $needs } de arroz y hay { $has }
web-hint-else = { $card }: no es la mejor opción. Mejor 1, 2 o 3.

## The lessons: titles, sentences, sums, replies

# the lessons on the page
lesson-step = Paso { $step } de { $steps }
lesson-number = Lección { $number }: { $title }
lesson-bar = Lección
lesson-may-press = Puedes pulsar
lesson-may-move = { $move }, o cualquier carta para leerla
lesson-may-button = El botón rojo, o cualquier carta para leerla
lesson-may-next = «Siguiente», o cualquier carta para leerla
lesson-leave = Salir
lesson-back = Atrás
lesson-next = Siguiente
lesson-later = Más adelante en esta lección.
lesson-all = Todas las lecciones
lesson-list-lead = Aprende IKI pulsando cosas de verdad en el tablero de verdad. Nada cuenta, y puedes dejar una lección y seguir después.
lesson-list-size = { $steps } pasos, unos { $minutes } minutos
lesson-list-start = Empezar
lesson-list-go-on = Seguir
lesson-list-again = Repetir
lesson-press-letter = Pulsa una letra. Prueba cuantas veces quieras.
lesson-show = Ver cómo
lesson-letter = { $letter }: { $target }
lesson-lanterns = Faroles encendidos: { $count } de { $all }
lesson-print = Esta estampa es tuya
lesson-print-of = Estampa: { $title }
lesson-print-later = Aún sin imprimir: { $title }
lesson-wall = Tus estampas
lesson-kept = { $count ->
    [3] Los tres faroles: magnífico.
    [2] Dos faroles de tres: muy bien.
    [1] Un farol de tres: bien hecho.
   *[other] Has llegado al final, y eso es lo que cuenta.
}
lesson-again = Otra vez, por tres faroles
lesson-aim-people = gente que gana
lesson-aim-neighbours = buenos vecinos
lesson-aim-goods = lo que reúnes

lesson-otherwise = Ahora no: este paso pide «{ $move }».
lesson-otherwise-next = Eso viene más adelante. Pulsa «Siguiente».

lesson-street = La calle
lesson-street-learned = Tu barca dice cuánto andas; donde paras, comercias.
lesson-street-aim = Doce meses: quien tiene más IKI en Año Nuevo gana.
lesson-street-oyakata = Esta figura es tu oyakata: da vueltas por las ocho casillas de la calle.
lesson-street-boat = El número de tu barca dice cuánto andarás.
lesson-street-boat-ask = ¿Qué barca te lleva a la tienda de arroz?
lesson-street-boat-short = Esta barca para demasiado pronto; cuenta las casillas hasta la tienda de arroz.
lesson-street-boat-far = Esta barca pasa de largo; cuenta las casillas desde la salida.
lesson-street-boat-yes = Tantas casillas como su número: ahí está la tienda de arroz.
lesson-street-income = Toma tus ingresos en mon, las monedas de esta calle.
lesson-street-no-hire = Vas a contratar en la próxima lección. Ahora toma los ingresos.
lesson-street-walk = Anda lo que dice tu barca; cada sandalia que gastas añade una casilla.
lesson-street-walk-ask = ¿Qué camino no te cuesta sandalias?
lesson-street-walk-no = Es una casilla más de lo que dice tu barca: hace falta una sandalia.
lesson-street-walk-yes = Justo lo que dice tu barca, y te quedas las sandalias.
lesson-street-shop = Estás en la tienda de arroz: haz un trato con ella.
lesson-street-not-done = Primero compra el arroz: lo necesitarás después.
lesson-street-done = Termina tu turno; después juegan los demás.
lesson-street-month = Un mes nuevo: quien va primero en combate de incendio elige barca primero.
lesson-street-month-ask = ¿Quién elige primero este mes?
lesson-street-month-no = Aquí aún no hay combate de incendio; mira quién paró en la torre.
lesson-street-month-yes = Una parada en la torre bastó para ir primero.

lesson-hiring = Contratar
lesson-hiring-learned = Contratas gente: cada uno pide su coste, un puesto y uno de tus kobun.
lesson-hiring-row = En vez de tomar ingresos puedes contratar a una de estas personas.
lesson-hiring-mon = Pagas el coste de la carta y te quedas el mon que tiene encima.
lesson-hiring-mon-ask = ¿Cuál te deja más mon?
lesson-hiring-mon-no = { $monk }: tiene un mon encima, pero es cara; compara los costes.
lesson-hiring-mon-bare = { $sandal_maker }: no tiene ningún mon encima; busca una con moneda.
lesson-hiring-mon-yes = { $book_lender }: un coste bajo y un mon de regalo.
lesson-hiring-fire = Algunos suben tu combate de incendio en cuanto tienen un puesto.
lesson-hiring-fire-ask = ¿Quién te da combate de incendio?
lesson-hiring-fire-no = Esta carta no lo da; busca el signo en lo alto de las cartas.
lesson-hiring-fire-yes = { $monk }: un paso más, y ahora la contratas.
lesson-hiring-place = Todos necesitan un puesto; en el cruce cuesta { $surcharge } mon más.
lesson-hiring-place-ask = ¿Qué puesto te deja más mon?
lesson-hiring-place-no = Este puesto está en el cruce y cuesta más; busca más lejos.
lesson-hiring-place-yes = Lejos del cruce no pagas nada más.
lesson-hiring-kobun = Un ayudante de tu color, un kobun, está en cada carta tuya; libres: { $kobun }.
lesson-hiring-kobun-ask = ¿Cuál de estas personas también es tuya?
lesson-hiring-kobun-no = Aquí el kobun es de otro color; compáralo con tu carta «{ $monk }».
lesson-hiring-kobun-yes = Es tu color: también trabaja para ti.
lesson-hiring-land = Ahora anda lo que dice tu barca, desde donde está tu oyakata.
lesson-hiring-land-ask = ¿Adónde llegas sin sandalia?
lesson-hiring-land-no = Hace falta una sandalia; cuenta otra vez desde tu oyakata.
lesson-hiring-land-yes = Lo que dice la barca: llegas a la torre del fuego.

lesson-other-done = Todavía no: primero haz el trato señalado.
lesson-other-deal = Ese trato se puede hacer, pero haz el señalado.
lesson-other-deal-later = Ahora no hace falta ningún trato: termina tu turno.

lesson-neighbours = Vecinos
lesson-neighbours-learned = Los vecinos de un mismo oficio ganan juntos.
lesson-neighbours-type = El color y el signo muestran el oficio: aquí, artesanía.
lesson-neighbours-nagaya = La armonía: dos del mismo oficio en una casa de cuatro puestos dan IKI.
lesson-neighbours-nagaya-ask = ¿En qué casa están en armonía los artesanos?
lesson-neighbours-nagaya-no = Aquí vive un solo artesano; busca dos en una casa.
lesson-neighbours-nagaya-none = Aquí hay dos maestros en armonía; busca dos artesanos.
lesson-neighbours-nagaya-yes = Dos artesanos en una casa: el día de pago dan IKI a su dueño.
lesson-neighbours-hire = Los cuatro puestos del cruce también son vecinos; allí hay dos artesanos.
lesson-neighbours-hire-ask = ¿A quién contratas para que se una?
lesson-neighbours-hire-no = Es otro oficio; busca el color y el signo de los artesanos.
lesson-neighbours-hire-yes = Un tercer artesano: ahora necesita el mejor puesto.
lesson-neighbours-place = La armonía paga: tu gente del grupo × toda la de ese oficio.
lesson-neighbours-place-ask = ¿Dónde gana más tu artesano el día de pago?
lesson-neighbours-place-one = No está mal: uno tuyo en cada grupo; busca dónde tendrías dos.
lesson-neighbours-place-alone = Solo en esta casa no gana nada; busca otros artesanos.
lesson-neighbours-place-yes = { $kobun } tuyos por { $cards } del grupo, cada día de pago.
lesson-neighbours-done = Termina tu turno: este mes acaba con el día de pago.
lesson-neighbours-iki = La armonía ha pagado, y volverá a pagar cada día de pago.
lesson-neighbours-next = Este vendedor de tienda tuyo aún está solo.
lesson-neighbours-next-ask = ¿Dónde haría armonía un segundo vendedor?
lesson-neighbours-next-no = En esta casa no hay vendedores; mira dónde está el tuyo.
lesson-neighbours-next-yes = Mismo oficio, misma casa: eso es armonía.

lesson-trade = Comercio y experiencia
lesson-trade-learned = Dos tratos en cada parada y experiencia en cada vuelta.
lesson-trade-lap = Cuando tu oyakata pasa la línea de salida, tu gente sube un paso.
lesson-trade-lap-ask = ¿Quién llega entonces arriba y se jubila?
lesson-trade-lap-no = { $monk }: aún faltan pasos; compara las escaleras de las cartas.
lesson-trade-lap-yes = { $dyer }: solo falta el último paso.
lesson-trade-sandal = Vas en la barca 1; cada sandalia que gastas añade una casilla.
lesson-trade-sandal-ask = ¿Adónde llegas con una sola sandalia?
lesson-trade-sandal-none = Aquí te lleva la barca sola; una sandalia te lleva más lejos.
lesson-trade-sandal-two = Aquí gastas más de una; para antes.
lesson-trade-sandal-yes = Una casilla por la barca, otra por la sandalia: la tienda de arroz.
lesson-trade-retired = { $dyer }: ya en la jubilación, su kobun queda libre y sigue pagando cada día de pago.
lesson-trade-shop = Ahora comercia: primero haz un trato con la tienda.
lesson-trade-work = Después puedes tratar con una persona de tu casilla, aunque sea de otro.
lesson-trade-work-ask = ¿Con quién puedes tratar aquí?
lesson-trade-work-no = Ese puesto es de otra casilla; mira detrás de la tienda de arroz.
lesson-trade-work-yes = Justo detrás de la tienda de arroz, y el trato te da arroz.
lesson-trade-owner = Tu trato hizo subir un paso a la persona del otro jugador.

lesson-payday = Día de pago y comida
lesson-payday-learned = Antes de cada día de pago: un arroz para cada persona tuya.
lesson-payday-months = El día de pago llega cuatro veces al año, al final de estos meses.
lesson-payday-food = El día de pago cada persona tuya del tablero come un arroz.
lesson-payday-food-ask = ¿Quién tiene demasiado poco arroz?
lesson-payday-food-no = Aquí hay arroz suficiente; compara la gente y el arroz de cada uno.
lesson-payday-food-yes = Tú: alguien pasará hambre y se irá.
lesson-payday-salary = Antes, cada persona paga el salario del paso de su kobun.
lesson-payday-salary-ask = ¿Quién te paga más IKI?
lesson-payday-salary-none = { $yamabushi }: ningún salario; busca IKI en las escaleras.
lesson-payday-salary-mon = { $soba }: los mon son útiles, pero busca IKI.
lesson-payday-salary-yes = { $seamstress }: su kobun está junto a los IKI, y empieza el día de pago.
lesson-payday-retired = Una persona jubilada paga su último salario cada día de pago.
lesson-payday-starve = Te falta un arroz: una persona tuya tiene que irse.
lesson-payday-starve-ask = ¿De quién puedes prescindir mejor?
lesson-payday-starve-no = Esta paga cada día de pago; busca a alguien sin salario.
lesson-payday-starve-yes = { $yamabushi }: no pierdes ningún salario.
lesson-payday-kobun = Su kobun queda libre otra vez, y tu combate de incendio se mantiene.
lesson-payday-rice = El próximo día de pago cierra el mes { $next }: reúne antes el arroz.
lesson-payday-rice-ask = ¿Dónde consigues arroz?
lesson-payday-rice-no = Aquí se venden sandalias; busca el arroz en los letreros.
lesson-payday-rice-away = Aquí das arroz a cambio de mon; busca una tienda que lo venda.
lesson-payday-rice-yes = La tienda de arroz: para allí antes del día de pago.

lesson-fire = Incendio y Año Nuevo
lesson-fire-learned = Un combate de incendio tan alto como el incendio protege a tu gente.
lesson-fire-months = Tres veces al año un mes termina con un incendio.
lesson-fire-weaker = Entra en una casa por el borde, y cada puesto lo debilita.
lesson-fire-weaker-ask = ¿Dónde es más débil el incendio?
lesson-fire-weaker-edge = Aquí empieza con toda su fuerza; mira hacia el cruce.
lesson-fire-weaker-no = Ya es más débil, pero queda un puesto.
lesson-fire-weaker-yes = Junto al cruce: el camino más largo, el incendio más débil.
lesson-fire-guard = Quema a quien tiene un dueño con menos combate de incendio que la fuerza del fuego allí.
lesson-fire-guard-ask = ¿Quién está a salvo en esta casa?
lesson-fire-guard-no = El combate de incendio de su dueño no llega a la fuerza del fuego; compara ambos números.
lesson-fire-guard-near = Es tuyo, y falta poco; mira quién está más adentro.
lesson-fire-guard-yes = Tan alto como el fuego o más: el incendio se apaga.
lesson-fire-tower = Estás en la torre del fuego, que sube tu combate de incendio.
lesson-fire-done = Termina tu turno: el incendio llega a esta casa.
lesson-fire-out = El primer puesto ardió, pero tu persona apagó el incendio.
lesson-fire-visit = Año Nuevo: visita cualquier casilla sin andar y comercia por última vez.
lesson-fire-visit-ask = ¿Dónde consigues más IKI?
lesson-fire-visit-tower = Ya no habrá incendios; busca un trato que dé IKI.
lesson-fire-visit-mon = Unos mon, pero ningún IKI; mira a la persona iluminada.
lesson-fire-visit-yes = Primero empeña una sandalia; luego { $incense } cambia mon por IKI.
lesson-fire-trade = Comercia por última vez: una sandalia por mon, luego mon por IKI.

lesson-goods = Pescado, pipas, bolsas de tabaco y edificios
lesson-goods-learned = Lo que reúnes cuenta en Año Nuevo.
lesson-goods-fish = En la pescadería puedes comprar un pescado por temporada.
lesson-goods-seasons = Al final los pescados de temporadas distintas cuentan juntos.
lesson-goods-seasons-ask = ¿De quién son los pescados que más dan ahora?
lesson-goods-seasons-no = Un pescado caro de una temporada; busca pescados de dos.
lesson-goods-seasons-none = Aquí no hay pescado; compara lo que tiene cada uno.
lesson-goods-seasons-yes = Los tuyos: dos pescados baratos de dos temporadas superan a uno caro.
lesson-goods-tobacco = La tienda de tabaco vende una pipa y una bolsa de tabaco en un trato.
lesson-goods-other-tobacco = Bien, pero toma los dos artículos señalados en un trato.
lesson-goods-double = Al final una bolsa de tabaco da IKI y una pipa los dobla.
lesson-goods-build = En el sitio de construcción pagas un edificio con koban y madera.
lesson-goods-build-ask = ¿Qué edificio puedes pagar?
lesson-goods-build-no = Cuesta más de lo que tienes; compara su coste con tus bienes.
lesson-goods-build-yes = { $inn }: tienes justo lo que cuesta.
lesson-goods-place = Como una persona, ocupa un puesto y un kobun libre.
lesson-goods-place-ask = ¿Qué puesto no cuesta nada más?
lesson-goods-place-no = Un edificio también paga el cruce; busca más lejos.
lesson-goods-place-yes = Lejos del cruce no cuesta nada más.
lesson-goods-rice = Vuelve el día de pago, y tu gente tendrá hambre.
lesson-goods-rice-ask = ¿Quién no necesita arroz aquí?
lesson-goods-rice-no = Una persona come un arroz; busca lo que no es una persona.
lesson-goods-rice-yes = { $inn }: un edificio nunca come.
lesson-goods-points = Ahora no paga nada, pero sus IKI cuentan al final.

lesson-end = El final y la puntuación
lesson-end-learned = Gana quien tiene más IKI, y muchos vienen de lo que reúnes.
lesson-end-track = En Año Nuevo cuentan primero los IKI del marcador.
lesson-end-track-ask = ¿Quién va primero en el marcador?
lesson-end-track-you = Aquí vas en último lugar; compara los otros números.
lesson-end-track-no = Muy cerca; compara este número con los otros.
lesson-end-track-yes = Va primero de momento, pero falta mucho por contar.
lesson-end-types = Los oficios distintos dan IKI; { $card }, en la jubilación, vale por el que falta.
lesson-end-fish = Los pescados de temporadas distintas cuentan juntos, y los caros un poco más.
lesson-end-fish-ask = ¿Quién recibe más IKI por sus pescados?
lesson-end-fish-no = Aquí hay menos temporadas; cuenta los pescados de cada uno.
lesson-end-fish-yes = Los tuyos: más temporadas que nadie y pescados caros.
lesson-end-pouches = Una bolsa de tabaco da IKI, y una pipa los dobla.
lesson-end-pouches-ask = ¿Quién recibe más IKI por el tabaco?
lesson-end-pouches-no = Poco o ningún tabaco aquí; busca bolsas de tabaco con una pipa.
lesson-end-pouches-yes = Tus bolsas de tabaco cuentan el doble, porque tienes una pipa.
lesson-end-building = Este edificio tuyo da otra vez los IKI de tus pescados.
lesson-end-who = Koban, madera y mon suman un poco al final.
lesson-end-who-ask = Entonces, ¿quién gana?
lesson-end-who-no = Fuerte en el marcador, pero con menos bienes; suma los de cada uno.
lesson-end-who-yes = Tú, desde el último lugar del marcador: gana quien tiene más IKI.
lesson-end-done = Solo queda una cosa: termina tu último turno.
lesson-end-total = Este es tu total, del marcador al último mon.
## La página: el tablero de análisis y los problemas

study-title = Tablero de análisis
study-intro = Juega todos los asientos, elige lo que trae el azar, vuelve atrás y prueba otra cosa. El motor muestra las mejores jugadas.
study-from-empty = Una partida nueva
study-from-record = Un registro
study-drop = Elige el archivo de un registro o suéltalo en cualquier lugar de esta página.
study-from-position = Una posición en una línea
study-file = Elegir un archivo
study-example = Una posición para probar
study-try = Probar
study-players = { $count } jugadores
study-open = Abrir el tablero
study-seen-from = Punto de vista
study-best = Mejores jugadas
study-engine = Motor
study-engine-off = El motor está apagado.
study-thinking = El motor empieza …
study-waiting = { $count ->
        [one] Hay un análisis antes que el tuyo.
       *[other] Hay { $count } análisis antes que el tuyo.
    }
study-simulations = { $count } simulaciones
study-first-guess = Una primera estimación
study-lost = Todas las jugadas pierden más o menos igual. Están ordenadas por la puntuación esperada.
study-win = probabilidad de ganar
study-played = jugada en la partida
study-deeper = Mirar más a fondo
study-variations = Variantes
study-start = Inicio
study-promote = Línea principal
study-delete = Borrar
study-more = { $count } más
study-name-variation = Nombre de esta variante
study-comment = Comentario
study-walk = Jugadas y estudio
study-back = Una jugada atrás
study-on = Una jugada adelante
study-name = Nombre del estudio
study-save = Guardar
study-save-copy = Guardar una copia
study-copy-position = Copiar la posición
study-analyse = Analizar
study-play-on = Seguir jugando
study-play-title = Seguir jugando desde aquí
study-play-told = Una mesa nueva empieza en esta posición. Elige tu asiento y quién juega los demás. La partida no cuenta para la clasificación ni para los resultados.
study-play-chance = Ahora decide el azar: se sortea al empezar la partida.
study-play-over = Aquí la partida ha terminado: no queda nada que jugar.
study-play-decides = le toca
study-as-study = Como estudio
study-no-record = Una partida que empezó en una posición no tiene archivo. Un estudio guarda sus jugadas.
study-chance = Lo que trae el azar
study-draw = Que decida el azar
study-choose-chance = Elijo yo el azar
study-choose-reveal = { $count ->
        [one] Elige el personaje que se revela.
       *[other] Elige los { $count } personajes que se revelan.
    }
study-choose-buildings = { $count ->
        [one] Elige el edificio en oferta.
       *[other] Elige los { $count } edificios en oferta.
    }
study-choose-closed = Elige la barca que se cierra.
study-choose-fire = Elige el nagaya donde estalla el incendio.
study-chance-reveal = Se revela: { $names }
study-chance-buildings = En oferta: { $names }
study-chance-closed = Cerrada: { $names }
study-chance-fire = Incendio: { $names }
study-reviewing = Analizando la partida: { $done } de { $total } decisiones
study-review-turns = Momentos decisivos
study-review-curve = Probabilidad de ganar, mes a mes
study-review-mine = Tus errores
study-review-flawless = No se ha encontrado ningún error.
study-chances = Probabilidad de ganar
study-expected = IKI esperados
study-as-table = Como tabla
study-as-curve = Como curva
study-review-off = Cerrar el análisis
study-mistake-before = Error anterior
study-mistake-after = Error siguiente
study-mistakes-others = Errores de los demás
study-mistakes = Errores
study-curve = Curva
study-turns-short = Giros
study-figures = Cifras
study-forced = Aquí no hay nada que elegir.
study-equal = Ninguna otra jugada es claramente mejor.
study-reviews-before = { $count ->
    [one] Hay un análisis antes.
   *[other] Hay { $count } análisis antes.
}
study-again = Reintentar
study-then = luego { $moves }
study-decides = Decide { $seat }
puzzle-title = Problema
puzzle-tried = { $count } lo han intentado
puzzle-you = Tu figura.
puzzle-board = El tablero del problema, mes { $month }
puzzle-difficulty = Dificultad { $difficulty } de 5
puzzle-question = { $count ->
        [one] { $seat }: encuentra la mejor jugada.
       *[other] { $seat }: encuentra las { $count } mejores jugadas.
    }
puzzle-theme-slot = Empieza con una barca.
puzzle-theme-hire = Empieza con ingresos o una contratación.
puzzle-theme-walk = Empieza con un movimiento por la calle.
puzzle-theme-trade = Empieza con el comercio.
puzzle-theme-visit = Es Año Nuevo: empieza con una visita.
puzzle-theme-loss = Algo se pierde. Elige qué.
puzzle-ask-slot = ¿Qué barca es la mejor aquí?
puzzle-ask-hire = ¿Ingresos, o a quién contratas?
puzzle-ask-walk = ¿Hasta dónde vas?
puzzle-ask-trade = ¿Qué trato es el mejor aquí?
puzzle-ask-visit = ¿Qué casilla visitas en Año Nuevo?
puzzle-ask-loss = ¿A qué renuncias?
puzzle-help-slot = La barca dice cuánto avanzas. La de más a la izquierda juega antes.
puzzle-help-hire = Un personaje cuesta mons ahora y da algo cada día de pago.
puzzle-help-walk = Cada casilla tiene su tienda. Con sandalias llegas más lejos.
puzzle-help-trade = Un trato con la tienda y otro con un personaje.
puzzle-help-visit = Son los últimos tratos de la partida: solo cuenta el IKI.
puzzle-help-loss = Compara lo que cada uno aún te daría.
puzzle-kind-ikizama = Piensa en quién juega antes que tú y en las casillas a tu alcance.
puzzle-kind-income = Esta vez no se contrata.
puzzle-kind-hire = Contratar es mejor que los ingresos.
puzzle-kind-move = Mira qué ofrece cada casilla.
puzzle-kind-shop = Es un trato con la tienda.
puzzle-kind-work = Es un trato con un personaje.
puzzle-kind-done = Aquí lo mejor es parar.
puzzle-kind-visit = Mira qué ofrece cada casilla.
puzzle-kind-guard = Gasta la protección: esta carta lo vale.
puzzle-kind-burn = Guarda la protección.
puzzle-kind-starve = Compara lo que todavía darán.
puzzle-hint = Consejo
puzzle-hint-wrong = Parece bueno, pero no es lo mejor: { $move }
puzzle-give-up = Ver la solución
puzzle-on = Bien hasta aquí. Sigue.
puzzle-goes-on = { $count ->
        [one] Correcto. Queda una decisión.
       *[other] Correcto. Quedan { $count } decisiones.
    }
puzzle-play-on = Seguir
puzzle-found = Lo has encontrado.
puzzle-wrong = Otra jugada es mejor.
puzzle-counts = { $found } de { $answers } jugadores lo han encontrado.
puzzle-sum = gana { $win } de 100 partidas, { $iki } IKI
puzzle-solution = La solución
puzzle-play-out = Jugarla
puzzle-analyse = Tablero de análisis
puzzle-next = Problema siguiente
puzzle-look = Verlo

## La página: las reglas en breve

rules-goal = Objetivo
rules-goal-text = Eres mercader en una calle comercial de Edo. Durante doce meses contratas personajes, los ayudas a ganar experiencia y construyes edificios. Gana el jugador que tenga más *IKI* al final.
rules-month = Un mes
rules-month-text = En el orden del [combate de incendios|firefighting], cada jugador toma una barca, que indica cuánto avanza. Después se juegan los turnos, *de izquierda a derecha*. Las barcas son el track de Ikizama, el *camino de la vida* del reglamento.
rules-month-free = La barca *1–4* da *{ $mon }*, sin ingresos ni contratación.
rules-month-bare = La barca *1–4* no da ingresos ni contratación.
rules-hire = Contratar
rules-hire-text = Toma *{ $income }* o contrata a un personaje: paga su precio menos los mons que haya sobre la carta. Coloca encima un [kobun] libre.
rules-hire-corner = Un puesto del *cruce* cuesta *+{ $mon }*. Los cuatro son un quinto grupo de vecinos.
rules-hire-middle = El puesto *central* de un [nagaya] cuesta *+{ $mon }*. Da a las dos tiendas.
rules-move = Avanzar
rules-move-text = Tu [oyakata] avanza el número exacto de tu barca, y 1 casilla más por cada sandalia. Cuando cruza la [línea de vuelta|lap], todos tus personajes del tablero ganan 1 de [experiencia|experience].
rules-trade = Comerciar
rules-trade-text = Un trato con la tienda de tu casilla y otro con un personaje de sus puestos. Si el personaje es de otro jugador, gana 1 de [experiencia|experience].
rules-trade-retire = Un personaje que llega al círculo se jubila: su [kobun] vuelve a estar libre.
rules-payday = Día de pago
rules-payday-months = al final de los meses { $months }
rules-salary = *Salarios* de todos tus personajes, en el tablero y jubilados
rules-harmony = *Vecinos* de un mismo oficio en un [nagaya], al menos dos: tus [kobun] × todas las cartas de ese oficio, p. ej. { $kobun } × { $cards } = { $iki } IKI
rules-food = *Comida:* 1 de arroz por cada uno de tus personajes *en el tablero*; si no, se va
rules-houses = *{ $names }* también pagan
rules-fire = Incendio
rules-fire-less = uno menos en cada puesto
rules-fire-text = Empieza en el extremo exterior de un [nagaya] y quema personajes, edificios y cartas [neutrales|neutral]. Lo apaga un dueño con un [combate de incendios|firefighting] al menos igual de alto.
rules-goods = Bienes
rules-goods-end = al final
rules-goods-text = Las bolsas de tabaco cuentan el doble con una pipa. El arroz y las sandalias no dan nada.
rules-fish = Pescados
rules-fish-seasons = estaciones distintas
rules-types = Oficios
rules-types-text = Cuentan todos los personajes que contrataste, *en el tablero y jubilados*.
rules-buildings = Edificios
rules-buildings-text = { $shop }: *{ $mon }* y el coste del edificio. Un [kobun] libre se queda en él. No se hacen tratos con él ni necesita comida, pero puede arder.
rules-end = Puntuación
rules-end-text = El día de Año Nuevo cada jugador visita una casilla más, la que quiera. Después se suman IKI, oficios, pescados, bolsas de tabaco, edificios y bienes. En caso de empate gana quien vaya por delante en [combate de incendios|firefighting].
rules-two = Dos jugadores
rules-two-text = Cada mes se cierra una barca. Al final, el jugador del sol (meses impares) o la luna (meses pares) pone un personaje [neutral] en un puesto libre.
rules-two-old = Al final de cada mes un jugador pone un personaje [neutral] en un puesto libre.
rules-now = tu paso actual
rules-now-other = el paso actual
rules-search = Buscar: incendio, arroz…
rules-none = Ninguna regla con esa palabra. Prueba incendio, arroz o día de pago.
rules-own = Tus bienes
web-note-kobun = Kobun: tus peones. Hay uno sobre cada carta tuya; vuelve cuando la carta se jubila o se va.
web-note-nagaya = Nagaya: una fila de puestos, marcada con una letra. Sus cartas son vecinas.
web-note-oyakata = Oyakata: tu peón grande. Da la vuelta a la calle, de la casilla 1 a la 8.
web-note-firefighting = Combate de incendios: tu lugar en la pista. Elige primero quien va más adelante; si hay empate, el último en llegar.
web-note-lap = Línea de vuelta: la línea a cuadros entre las casillas 8 y 1.
web-note-experience = Experiencia: el kobun de la carta sube un escalón, hacia el siguiente salario.
web-note-neutral = Neutral: un personaje sin dueño. Cuenta como vecino y se va después de un trato.
