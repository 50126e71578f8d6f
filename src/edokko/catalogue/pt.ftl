# The texts of edokko in Brazilian Portuguese. Players are called “você”; moves are infinitives; cards stand without an
# article, since their names come from the components and may be of either gender.

## Lists, amounts and names

list-comma = { ", " }
list-events = { " · " }
list-and = { $first } e { $last }
list-or = { $first } ou { $last }
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
        [one] { $count } sandália
       *[other] { $count } sandálias
    }
amount-wood = { $count } madeira
amount-koban =
    { $count ->
        [one] { $count } koban
       *[other] { $count } kobans
    }
amount-iki = { $count } IKI
amount-fire =
    { $count ->
        [one] { $count } nível de combate a incêndio
       *[other] { $count } níveis de combate a incêndio
    }
amount-more = +{ $amount }
amount-less = −{ $amount }

good-fish-cheap = { $name } (preço baixo)
good-fish-dear = { $name } (preço alto)
good-pipe = cachimbo de { $season } { $number }
good-pouch = trouxinha de tabaco de { $season } { $number }

token-hire-discount = contratação mais barata
token-extra-step = movimento +1
token-fire-guard = proteção contra o fogo
token-joker = coringa

square = { $name } ({ $number })
square-none = área de início
seat-number = Lugar { $number }
seat-alike = { $name } ({ $number })
seat-neutral = neutro
card-owned = { $card } de { $seat }
card-neutral = { $card } (neutro)
card-own = { $card } (você)
room-empty = nenhum personagem
group-nagaya = nagaya { $nagaya }
group-corners = cantos

## What cards and goods do

card-trade = { $spend } → { $gain }
card-train = treinar um personagem
card-build = construir
card-build-discount = construir com { $discount } a menos
card-swap = trocar dois personagens
card-opponents = { $gain } para os adversários
card-token = ao se aposentar: { $token }
card-step = { " · " }
card-nothing = –
building-fed = { $amount } por personagem alimentado no fim da estação
building-largest-type = { $amount } por personagem do seu ofício mais numeroso no fim da estação
building-hire-bonus = { $amount } quando você contrata com bônus
score-per = { $iki } por { $counted }
score-at-most = { $text } (no máximo { $iki })
per-mon = { $count ->
        [one] mon
       *[other] cada { $count } mons
    }
per-rice = { $count ->
        [one] unidade de arroz
       *[other] cada { $count } de arroz
    }
per-sandals = { $count ->
        [one] sandália
       *[other] cada { $count } sandálias
    }
per-wood = { $count ->
        [one] unidade de madeira
       *[other] cada { $count } de madeira
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
        [one] nível de combate a incêndio
       *[other] cada { $count } níveis de combate a incêndio
    }
per-types = { $count ->
        [one] ofício
       *[other] cada { $count } ofícios
    }
per-largest-type = { $count ->
        [one] personagem do seu ofício mais numeroso
       *[other] cada { $count } personagens do seu ofício mais numeroso
    }
per-fish-value = { $count ->
        [one] cada IKI dos seus peixes
       *[other] cada { $count } IKI dos seus peixes
    }

## Moves

move-with-details = { $move } — { $details }
move-start = Começar com a carta { $card }
move-place = Tenda { $room }
move-place-behind = Tenda { $room }: { $shops }
move-ikizama = Barco { $slot }
move-income = Receber seu rendimento
move-hire = Contratar: { $card }
move-move = { $squares ->
        [one] Mover { $squares } espaço
       *[other] Mover { $squares } espaços
    }
move-stay = Ficar aqui
move-step = Dar o passo extra
move-shop-buy = Comprar: { $goods }
move-shop-sandals = Comprar sandálias
move-shop-rice = Comprar arroz
move-shop-fire = Subir na torre
move-shop-pawn-rice = Penhorar arroz
move-shop-pawn-sandal = Penhorar uma sandália
move-shop-buy-rice = Comprar arroz na construção
move-shop-koban = Trocar mons por um koban
move-shop-two-koban = Trocar mons por dois kobans
move-shop-coins = Pegar uns trocados
move-work = Negócio em { $room }: { $card }
move-done = Encerrar seu turno
move-train = Treinar: { $card } em { $room }
move-build = Construir: { $card }
move-swap = Mover: { $card } de { $room }
move-with = Trocar em { $room }: { $card }
move-guard = Gastar uma proteção contra o fogo
move-burn = Deixar o personagem queimar
move-starve = Deixar partir: { $card } em { $room }
move-neutral = Escolher: { $card }
move-visit = Visitar: { $square }

detail-mon-on-card = { $count ->
        [one] { $count } mon na carta
       *[other] { $count } mons na carta
    }
detail-prices = { $price } ({ $dear })
detail-room-price = { $price } em { $rooms }
detail-room-extra = { $price } a mais em { $rooms }
detail-slot = até: { $shop }
detail-slot-only-moves = sem rendimento nem contratação, à escolha: { $first } – { $last }
detail-to = até: { $square }
detail-lap = completa uma volta
detail-on-top = seu marcador fica por cima
detail-token-gained = ganha a ficha: { $token }
detail-token-spent = gasta a ficha: { $token }
detail-characters = { $count } personagens
detail-learns = { $count ->
        [one] { $cards } ganha experiência
       *[other] { $cards } ganham experiência
    }
detail-retires = { $card } se aposenta
detail-it = o mesmo personagem
detail-at-end = { $worth } no final
detail-leaves = { $card } sai da partida
detail-every-opponent = cada adversário recebe { $amount }
detail-opponent = { $seat } recebe { $amount }
detail-asks-train = depois você escolhe quem treinar
detail-asks-build = depois você escolhe uma edificação
detail-asks-swap = depois você escolhe dois personagens
detail-then = depois { $what }

## What a decision asks

ask-start = Qual personagem inicial você pega?
ask-place = Em qual tenda?
ask-place-card = Em qual tenda você coloca a carta { $card }?
ask-ikizama = Escolha seu barco: até onde você anda este mês?
ask-income = Receber seu rendimento ou contratar um personagem?
ask-walk = barco { $slot } → { $squares }
ask-move = Quantos espaços você se move?
ask-stay = Seu carro de boi se aposentou no caminho. Mais um passo?
ask-shop = Negociar: um negócio com a loja, um com um personagem.
ask-train = Quem você treina?
ask-build = O que você constrói?
ask-swap = Quem muda de lugar?
ask-with = Com quem?
ask-guard = Incêndio em { $room }: { $card }. Gastar uma proteção?
ask-starve = { $count ->
        [one] Arroz para { $fed } de { $mouths } personagens: { $count } vai embora. Quem?
       *[other] Arroz para { $fed } de { $mouths } personagens: { $count } vão embora. Quem vai?
    }
ask-neutral = Qual personagem da fila se torna neutro?
ask-visit = Dia de Ano Novo: qual espaço você visita?

kind-start = um personagem inicial
kind-place = uma tenda
kind-ikizama = seu barco
kind-income = seu rendimento
kind-hire = uma contratação
kind-move = quanto você se move
kind-stay = ficar no lugar
kind-step = um passo extra
kind-shop = um negócio com a loja
kind-work = um negócio com um personagem
kind-done = o fim do seu turno
kind-train = quem treinar
kind-build = o que construir
kind-swap = quem trocar
kind-with = com quem trocar
kind-guard = gastar uma proteção contra o fogo
kind-burn = deixar queimar
kind-starve = quem vai embora por falta de arroz
kind-neutral = o personagem neutro
kind-visit = o espaço do dia de Ano Novo

## Why a move is not legal

refusal-game-over = A partida acabou.
refusal-chance = Agora não: é a vez do acaso.
refusal-not-now = Antes decida: { $asked }.
refusal-short = Falta { $missing }.
refusal-no-free-kobun = Você não tem nenhum kobun livre: todos estão sobre cartas.
refusal-no-free-room = Não há nenhuma tenda livre.
refusal-room-not-on-board = Não há tenda { $room } neste tabuleiro.
refusal-room-occupied = A tenda { $room } está ocupada: { $card }.
refusal-not-an-outer-room = Um personagem inicial vai para uma tenda das pontas; { $room } não é uma delas.
refusal-no-character-there-building = Na tenda { $room } há uma edificação: { $card }.
refusal-no-character-there-empty = A tenda { $room } está vazia.
refusal-not-your-character = Na tenda { $room } está { $card }, que não é um dos seus.
refusal-same-room = Uma troca precisa de duas tendas diferentes; { $room } já é a primeira.
refusal-start-card-taken = { $card }: já foi escolhido.
refusal-start-card-taken-board = { $card }: já foi escolhido, está na tenda { $room }.
refusal-start-card-taken-seat = { $card }: já foi escolhido por { $seat }.
refusal-not-in-row = { $card } não está na fila.
refusal-not-in-row-board = { $card } não está na fila: está na tenda { $room }.
refusal-not-in-row-seat = { $card } não está na fila: se aposentou com { $seat }.
refusal-not-on-offer = { $card } não está à disposição nesta partida.
refusal-not-on-offer-board = { $card }: já foi construído, na tenda { $room }.
refusal-not-on-offer-seat = { $card }: já foi construído por { $seat }.
refusal-slot-not-used = O barco { $slot } não é usado nesta partida.
refusal-slot-closed = O barco { $slot } está bloqueado neste mês.
refusal-slot-taken = O barco { $slot } está com { $seat }.
refusal-slot-only-moves = O barco { $slot } não dá rendimento nem contratação.
refusal-too-few-squares = Seu barco faz você andar no mínimo { $limit ->
        [one] { $limit } espaço
       *[other] { $limit } espaços
    }; sandálias nunca encurtam um movimento.
refusal-too-many-squares = Você pode se mover no máximo { $limit ->
        [one] { $limit } espaço
       *[other] { $limit } espaços
    }; para isso falta { $missing }.
refusal-option-not-in-edition = Nenhuma loja desta edição oferece isso.
refusal-wrong-square = Isso só se faz aqui: { $squares }. Você não está lá.
refusal-shop-done = Você já fez seu negócio com uma loja neste turno.
refusal-not-on-sale = Não está à venda: { $good }.
refusal-not-on-sale-seat = Não está à venda: { $good }, comprado por { $seat }.
refusal-fish-of-season-held = Só um peixe por estação, e você já tem este: { $good }.
refusal-room-not-here = A tenda { $room } é atendida a partir de: { $squares }. Você não está lá.
refusal-work-done = Você já fez seu negócio com um personagem neste turno.
refusal-nobody-to-train = Você não tem nenhum personagem no tabuleiro para treinar.
refusal-needs-two-characters = Uma troca precisa de dois personagens no tabuleiro.
refusal-nothing-to-build = Não resta nenhuma edificação disponível.
refusal-nothing-to-build-nearest = Você não consegue pagar nenhuma edificação. A mais próxima é { $card }: falta { $missing }.

## What happened

event-act = { $act }: { $changes }
event-changes =
    { $who ->
        [you] Você: { $changes } ({ $why })
       *[other] { $seat }: { $changes } ({ $why })
    }
event-gained-income =
    { $who ->
        [you] Você recebe seu rendimento: { $changes }
       *[other] { $seat } recebe seu rendimento: { $changes }
    }
event-gained-salary =
    { $who ->
        [you] Salários dos seus personagens: { $changes }
       *[other] Salários dos personagens de { $seat }: { $changes }
    }
event-gained-shop =
    { $who ->
        [you] Você faz negócio ({ $option }): { $changes }
       *[other] { $seat } faz negócio ({ $option }): { $changes }
    }
event-gained-work =
    { $who ->
        [you] Você faz negócio com { $card }: { $changes }
       *[other] { $seat } faz negócio com { $card }: { $changes }
    }
event-gained-opponent =
    { $who ->
        [you] Você ganha com { $card } de outro jogador: { $changes }
       *[other] { $seat } ganha com { $card } de outro jogador: { $changes }
    }
event-gained-building =
    { $who ->
        [you] Você ganha com { $card }: { $changes }
       *[other] { $seat } ganha com { $card }: { $changes }
    }
event-fire-level = combate a incêndio no nível { $level }
event-progress = { $card } { $xp }/{ $needed }
event-xp-gained =
    { $who ->
        [you] Você ganha experiência: { $cards }
       *[other] { $seat } ganha experiência: { $cards }
    }
event-retired =
    { $who ->
        [you] Seu personagem { $card } se aposenta e deixa { $room }
       *[other] { $card } de { $seat } se aposenta e deixa { $room }
    }
event-token-gained =
    { $who ->
        [you] Você ganha uma ficha: { $token }
       *[other] { $seat } ganha uma ficha: { $token }
    }
event-token-spent =
    { $who ->
        [you] Você gasta uma ficha: { $token }
       *[other] { $seat } gasta uma ficha: { $token }
    }
event-placed =
    { $who ->
        [you] Você coloca { $card } em { $room }
       *[other] { $seat } coloca { $card } em { $room }
    }
event-placed-neutral = { $card } se instala em { $room } como neutro
event-left-use =
    { $who ->
        [you] Seu personagem { $card } deixa { $room } e sai da partida
        [neutral] { $card } (neutro) deixa { $room } e sai da partida
       *[other] { $card } de { $seat } deixa { $room } e sai da partida
    }
event-left-fire = O incêndio leva { $card } em { $room }
event-left-food = Falta arroz: { $card } ({ $room }) sai da partida
event-left-no-room = Não há nenhuma tenda livre: { $card } sai da partida
event-row-cleared = Saem da fila: { $cards }
event-moved = { $who ->
        [you] Você se move
       *[other] { $seat } se move
    } { $squares ->
        [one] { $squares } espaço
       *[other] { $squares } espaços
    } até { $square }
event-visited =
    { $who ->
        [you] Você visita { $square }
       *[other] { $seat } visita { $square }
    }
event-lapped =
    { $who ->
        [you] Você completa uma volta
       *[other] { $seat } completa uma volta
    }
event-swapped =
    { $who ->
        [you] Você troca as tendas { $first } e { $second }; { $card } agora está em { $first }
       *[other] { $seat } troca as tendas { $first } e { $second }; { $card } agora está em { $first }
    }
event-slot-taken =
    { $who ->
        [you] Você ocupa o barco { $slot }
       *[other] { $seat } ocupa o barco { $slot }
    }
event-slot-closed = O barco { $slot } está bloqueado neste mês
event-card-taken-hired =
    { $who ->
        [you] Você contrata { $card }
       *[other] { $seat } contrata { $card }
    }
event-card-taken-built =
    { $who ->
        [you] Você constrói { $card }
       *[other] { $seat } constrói { $card }
    }
event-card-taken-neutral = { $card } se torna neutro
event-good-bought =
    { $who ->
        [you] Você compra { $good }
       *[other] { $seat } compra { $good }
    }
event-revealed-gathered = Novidades na fila: { $cards }
event-offered-gathered = Edificações disponíveis: { $cards }
event-mon-gathered = 1 mon adicionado a: { $cards }
event-fire-broke-out = Começa um incêndio na nagaya { $nagaya }, força { $strength }
event-fire-passed = O incêndio passa pela tenda vazia { $room }
event-fire-put-out =
    { $who ->
        [you] Você apaga o incêndio em { $room }, força { $strength }
       *[other] { $seat } apaga o incêndio em { $room }, força { $strength }
    }
event-fire-died = O incêndio na nagaya { $nagaya } se apaga
event-season-began = As mercadorias de { $season } são colocadas à venda
event-payday-began = Dia de pagamento do mês { $month }
event-harmony-scored =
    { $who ->
        [you] Você ganha por harmonia ({ $group }, { $type } × { $count }): +{ $amount }
       *[other] { $seat } ganha por harmonia ({ $group }, { $type } × { $count }): +{ $amount }
    }
event-fed-all = { $who ->
        [you] Você alimenta todos os seus personagens
       *[other] { $seat } alimenta todos os seus personagens
    }: −{ $fed } de arroz
event-fed-some = { $who ->
        [you] Você alimenta { $fed } de { $mouths }
       *[other] { $seat } alimenta { $fed } de { $mouths }
    }: −{ $fed } de arroz
event-fed-none =
    { $who ->
        [you] Você não tem personagens para alimentar
       *[other] { $seat } não tem personagens para alimentar
    }
event-month-began = Começa o mês { $month }
event-new-year-began = Dia de Ano Novo
event-turn-began =
    { $who ->
        [you] Seu turno, barco { $slot }
       *[other] Turno de { $seat }, barco { $slot }
    }
event-turn-began-new-year =
    { $who ->
        [you] Seu Dia de Ano Novo
       *[other] Dia de Ano Novo de { $seat }
    }
event-game-ended = A partida acabou

reason-slot = barco { $source }
reason-card-mon = da carta { $source }
reason-hire = por { $source }
reason-surcharge = tenda { $source }
reason-hire-bonus = bônus de contratação, { $source }
reason-move = caminho mais longo
reason-build = por { $source }
reason-good = { $source }
reason-harmony = harmonia, { $source }
reason-food = comida
reason-other = outros

## The board

board-month = Mês { $month } · { $season }
board-new-year = Dia de Ano Novo
board-over = A partida acabou
board-chance = O acaso decide
board-decides = { $seat } decide
board-way-of-life = Barcos
board-fire-order = Ordem (incêndios)
board-closed = bloqueado
board-neutral = neutro
board-surcharge = +{ $mon } mons
board-row = Para contratar
board-cost = custo
board-on-it = em cima
board-bonus = bônus
board-type = ofício
board-skill = negócio
board-salary = salário
board-buildings = Para construir
board-on-sale = À venda
board-player = Jogador
board-mon = mon
board-rice = arroz
board-sandals = sandálias
board-wood = madeira
board-koban = koban
board-iki = IKI
board-fire = fogo
board-kobun = kobun
board-at = onde
board-retired = aposentados:
board-tokens = fichas:
board-goods = compras:
board-card = carta
board-ahead-payday = dia de pagamento: mês { $month }
board-ahead-fire = incêndio: mês { $month }, força { $strength }
warn-payday = { $count ->
        [one] Dia de pagamento no fim deste mês: seus personagens precisam de { $needs } de arroz e você tem { $has }. Um deles vai embora.
       *[other] Dia de pagamento no fim deste mês: seus personagens precisam de { $needs } de arroz e você tem { $has }. { $count } deles vão embora.
    }
warn-fire = Incêndio no fim deste mês, força { $strength }; seu nível de combate a incêndio é { $fire }. Em perigo: { $cards }.
warn-card = { $card } ({ $room })

## Few columns: amounts as in 2mon, headings, deals

brief-mon = mon
brief-rice = arroz
brief-sandals = san
brief-wood = mad
brief-koban = kob
brief-iki = IKI
brief-fire = fogo
brief-kobun = kobun
brief-food = comem
brief-fish = peixe
brief-pipe = cach
brief-pouch = fumo
brief-retired = apo
brief-train = treinar
brief-build = construir
brief-swap = trocar
brief-less = −{ $amount }
brief-others = rivais { $amount }
brief-token = depois: { $token }
brief-slot-moves = sem rendimento nem contratação: { $first } – { $last }
brief-slot-squares = sem rendimento nem contratação, espaços { $first } a { $last }

## The score sheet

score-track = trilha IKI
score-types = ofícios
score-fish = peixes
score-pouches = trouxinhas de tabaco
score-buildings = edificações
score-koban = kobans
score-wood = madeira
score-mon = mons
score-total = total

## Advice

percent = { $number }%
advice-choice = opção
advice-share = busca
advice-wins = vitórias
advice-final = final
advice-player = jogador
advice-line = O que provavelmente vem a seguir:
advice-result = A partida acabou. Este é o resultado.
advice-effort = { $simulations ->
        [one] { $simulations } simulação
       *[other] { $simulations } simulações
    }
advice-effort-plain = { $simulations ->
        [one] { $simulations } simulação
       *[other] { $simulations } simulações
    } com o motor simples, que busca com menos profundidade que o nativo

## The coach

coach-name = Treinador
coach-wins = vence { $share } em 100
coach-show = Mostrar as melhores jogadas
coach-always = Mostrar sempre
coach-hide = Ocultar
coach-show-panel = Mostrar
coach-thinking = Procurando as melhores jogadas…
coach-one = Não há o que escolher aqui.
coach-others = Agora jogam os outros. O registro diz o que eles pegam.
coach-grade-strongest = a melhor
coach-grade-good = boa
coach-grade-fair = razoável
coach-grade-risky = arriscada
coach-numbers = Números
coach-on-street = Mostrar na rua
coach-looks-back = Mês { $month }: olhando para trás
coach-went-well = { $count ->
        [one] Sua boa jogada:
       *[other] Suas { $count } boas jogadas:
    }
coach-next-time = Da próxima vez:
coach-show-me = Mostrar
coach-go-on = Continuar
coach-on = Treinador: explica cada decisão e mostra as melhores jogadas
coach-first-start = Seu primeiro personagem rende um salário em cada dia de pagamento.
coach-first-place = Personagens do mesmo ofício em uma nagaya ganham IKI juntos no dia de pagamento.
coach-first-ikizama = Seu barco diz quanto você anda neste mês, e o mais à esquerda joga primeiro.
coach-first-income = Personagens trazem salários e IKI o ano todo: contrate um ou guarde dinheiro para um melhor.
coach-first-move = Onde você para, negocia; ao cruzar a linha de volta, todos os seus personagens aprendem.
coach-first-stay = Um espaço adiante pode haver um negócio melhor.
coach-first-shop = Faça um negócio com a loja e um com um personagem, que aprende se for de outro jogador.
coach-first-train = A experiência leva um personagem a um salário melhor e, no fim, à aposentadoria.
coach-first-build = Uma edificação pontua no fim ou ajuda no caminho, e prende um kobun para sempre.
coach-first-swap = Junte personagens do mesmo ofício: eles ganham IKI no dia de pagamento.
coach-first-with = Os dois personagens trocam de tenda e, com ela, de vizinhos.
coach-first-guard = Uma proteção salva esta carta de um incêndio, uma vez só.
coach-first-starve = Um personagem sem arroz vai embora: escolha o de que você menos precisa.
coach-first-neutral = Um personagem neutro não tem dono, mas conta como vizinho do seu ofício.
coach-first-visit = Seu último negócio da partida: escolha o espaço que rende mais IKI.
coach-reason-pays = Custa { $amount }.
coach-reason-gains = Agora { $changes }.
coach-reason-token = Traz a ficha: { $token }.
coach-reason-learns = { $count ->
        [one] Um dos seus personagens aprende.
       *[other] { $count } dos seus personagens aprendem.
    }
coach-reason-retires = { $card } se aposenta e libera um kobun.
coach-reason-reaches = Até { $squares }.
coach-reason-chooses = Você escolhe entre { $count } casas.
coach-reason-salary = { $changes } em cada dia de pagamento.
coach-reason-harmony = Vizinhos do mesmo ofício: { $count } IKI por dia de pagamento.
coach-reason-food = { $hungry ->
        [0] Todos comem no dia de pagamento.
        [one] Um personagem fica sem arroz no dia de pagamento.
       *[other] { $hungry } personagens ficam sem arroz no pagamento.
    }
coach-reason-firefighting = O próximo incêndio poupa suas cartas da tenda { $stall } em diante.
coach-reason-overtakes = Você escolhe seu barco antes de { $seat }.
coach-reason-end = { $count } IKI a mais no fim: { $line }.
coach-reason-denies-card = { $seat } queria esta carta: { $count } IKI a menos.
coach-reason-denies-building = { $seat } queria esta edificação: { $count } IKI a menos.
coach-reason-denies-room = { $seat } queria esta tenda: { $count } IKI a menos.
coach-reason-denies-slot = { $seat } queria este barco: { $count } IKI a menos.
coach-reason-expected = Cerca de { $count } IKI no fim.
coach-reason-leads = Depois: { $move }.

## The command: help

version = edokko { $version }
help-edokko =
    Jogue o jogo de tabuleiro IKI no navegador ou no terminal, simule e estude as partidas registradas. Sem um comando,
    edokko abre a mesa no navegador.

    Em IKI se contrata, se negocia e se constrói na rua principal de Edo, com 2 a 4 jogadores, ao longo de treze meses.
    O motor de regras conhece as duas edições. edokko não é oficial: não contém ilustrações nem textos do jogo publicado.
help-usage = Uso:
help-options = Opções
help-commands = Comandos
help-help = Mostra esta ajuda e sai.
help-version = Mostra a versão e sai.
help-examples = Exemplos
help-example-play = Uma partida contra dois jogadores virtuais
help-example-hot-seat = Duas pessoas em um teclado e um jogador virtual
help-example-resume = Continuar a partida que você deixou
help-example-hint = As melhores jogadas na partida que você deixou
help-example-review = Onde uma partida foi ganha e perdida
help-example-simulate = Como jogadores virtuais se saem em muitas partidas
help-example-arena = Qual de dois jogadores é o mais forte
help-example-lab = Tabelas de muitas partidas, para estudar IKI
help-example-show = Ler turno a turno uma partida registrada
help-more = “edokko COMMAND --help” explica mais sobre um comando.

help-language = O idioma: { $languages }. Por padrão: EDOKKO_LANGUAGE, depois as configurações do sistema.
help-components-option = Uma sobreposição: um arquivo TOML com os números do seu exemplar. EDOKKO_COMPONENTS também pode indicar um.
help-edition = Quais regras: a segunda edição ou a primeira.
help-players = O número de jogadores; { $count } por padrão.
help-json = Mostra só JSON.

help-play-short = Joga uma partida neste terminal.
help-play =
    Joga uma partida neste terminal, a sós contra jogadores virtuais ou com várias pessoas em um teclado.

    As opções são numeradas; em cada pergunta, “?” lista o que mais pode ser digitado. A partida é salva depois de cada
    decisão: “edokko play --resume” sempre continua de onde você estava.
help-play-seats =
    Quem joga, a partir do primeiro lugar, com vírgulas: human ou um jogador: easy, medium, hard e master, do nível mais
    fraco ao mais forte; random, greedy, planner, e mcts ou champion com um orçamento, como mcts:500ms ou
    mcts:2000sims. Um nome pode vir antes: Hana=human,master. Por padrão: você contra jogadores easy, que dá para
    vencer na primeira partida.
help-play-seed = Fixa todo o acaso, para que as mesmas filas e incêndios voltem. Por padrão, o acaso vem do sistema.
help-play-record = Para onde vai o registro da partida terminada. Até lá a partida é salva ao lado, como FILE.partial.
help-play-resume = Continua a última partida inacabada que nenhuma outra janela joga, ou a de FILE.
help-play-hints = Permite que “h” mostre as melhores jogadas, aonde levam e o que provavelmente vem a seguir.
help-play-ask-forced = Pergunta também quando só há uma opção. Por padrão, edokko a joga e informa.
help-play-pause = Quanto esperar depois do turno de um jogador virtual.

## The command: what goes wrong

problem-interrupted = Interrompido.
problem-system = Erro do sistema: { $reason }.
problem-file = { $file }: { $reason }.
system-enoent = O arquivo ou a pasta não existe
system-eacces = Permissão negada
system-eperm = Operação não permitida
system-eisdir = É uma pasta
system-enotdir = Não é uma pasta
system-eexist = O arquivo já existe
system-enospc = Não há mais espaço no disco
system-erofs = O sistema de arquivos é somente de leitura
system-enametoolong = O nome do arquivo é longo demais
system-eaddrinuse = O endereço já está em uso
system-eio = Erro de leitura ou gravação
problem-command = Não há nenhum comando { $command }; comandos: { $known }.
problem-command-near = Não há nenhum comando { $command }. Você quis dizer { $near }?
problem-option = Não existe a opção { $option }; --help lista as opções.
problem-option-near = Não existe a opção { $option }. Você quis dizer { $near }?
problem-option-missing = A opção { $option } é obrigatória.
problem-option-value = A opção { $option } precisa de um valor.
problem-option-flag = A opção { $option } não aceita valor.
problem-argument-missing = Falta { $argument }; --help mostra o que o comando espera.
problem-argument = O argumento { $argument } está sobrando; --help mostra o que o comando espera.
problem-file-empty = { $option }: é esperado o nome de um arquivo; este está vazio.
problem-file-dash = { $option } -: é esperado o nome de um arquivo; “-” é a entrada padrão.
problem-file-in-use = Outro edokko está gravando { $file }; espere até que termine ou escolha outro arquivo.
problem-no-locks = { $file } está em um sistema de arquivos sem travas: nada impede uma segunda janela de gravá-lo também. Use uma só janela.
problem-no-home = Esta conta não tem pasta pessoal onde gravar; indique outro lugar com { $ways }.
problem-extra = Isto precisa de { $package }, que não está instalado. Para instalar: pip install 'edokko[{ $extra }]'
problem-extra-server = O servidor precisa de pacotes que não estão instalados. Para instalá-los: pip install 'edokko[{ $extra }]'. Para jogar no terminal: edokko play
standard-input = entrada padrão
problem-no-input = A entrada padrão está fechada; dê o nome de um arquivo ou deixe-a aberta.
problem-no-output = A saída padrão está fechada; execute o comando em um terminal ou envie a saída a um arquivo.
problem-play-input = A entrada padrão está fechada, e play lê dela as suas escolhas; execute-o em um terminal ou envie as escolhas a partir de um arquivo.
problem-host = --host { $host }: este computador não tem esse endereço; dê um dos dele, como 127.0.0.1, ou 0.0.0.0 para todos.
problem-number-range = { $option }: é esperado um número de { $low } a { $high }.
problem-number-any = { $option }: é esperado um número.
problem-whole-any = { $option }: é esperado um número inteiro.
problem-whole-from = { $option }: é esperado um número inteiro, no mínimo { $low }.
problem-whole-range = { $option }: é esperado um número inteiro de { $low } a { $high }.
problem-choice = { $option }: é esperado um destes valores: { $known }.
problem-not-text = não é texto UTF-8; salve o arquivo com a codificação UTF-8
problem-language = { $source } { $language } não é um idioma disponível; escolha entre { $languages }.
problem-seed = --seed { $seed } não é uma semente: é esperado um número inteiro de 0 a { $most }, como 7 ou 0x1f2e.
problem-seats-players = --seats indica { $seats ->
        [one] { $seats } lugar
       *[other] { $seats } lugares
    }, --players pede { $players }; dê uma entrada por jogador.
problem-seats-empty = --seats está vazio; indique um jogador para cada lugar, por exemplo human,greedy.
problem-seats-count = --seats indica { $seats ->
        [one] { $seats } lugar
       *[other] { $seats } lugares
    }; IKI é para { $fewest } a { $most } jogadores.
problem-player-unknown = { $option }: não há jogador { $kind }; jogadores: { $known }.
problem-player = { $option }: { $reason }.
problem-seats-resume = --seats indica { $seats ->
        [one] { $seats } lugar
       *[other] { $seats } lugares
    }, a partida salva é para { $players }; dê uma entrada por jogador.
problem-seat-name = O nome { $name } contém meio caractere e não pode ser escrito; informe-o como texto UTF-8.
problem-no-folder = { $file }: não existe a pasta { $folder }; crie-a primeiro ou escolha outro lugar.
problem-record-exists = { $file } já existe; escolha outro nome para o registro ou mova o arquivo.
problem-partial-exists = { $file } contém uma partida inacabada; continue-a com “edokko play --resume { $file }” ou apague-a.
problem-game-in-use = { $file } está sendo jogada em outra janela; continue lá ou saia de lá primeiro.
problem-resume-over = { $file }: esta partida acabou; “edokko record show { $file }” a mostra.
problem-resume-option = { $option } não pode ser usado com --resume: a partida salva já define isso.
problem-nothing-to-resume = Não há partida inacabada para continuar; “edokko play” começa uma.
problem-all-in-use = { $count ->
        [one] A única partida inacabada está sendo jogada em outra janela: { $file }. Continue lá; “edokko play” começa uma nova.
       *[other] As { $count } partidas inacabadas estão sendo jogadas em outras janelas; a última é { $file }. Continue lá; “edokko play” começa uma nova.
    }
problem-saved-game = Não é possível continuar { $file }: { $reason }
problem-saved-none = o arquivo não contém nenhuma partida
problem-saved-several = o arquivo contém { $count } partidas, e é esperada uma só
problem-saved-seats = play.seats: espera-se uma lista de { $players } tipos de jogadores
problem-saved-seed = play.seed: é esperado um número hexadecimal

## The command: play

name-you = Jogador
name-person = Jogador { $number }
play-welcome = IKI, edição { $edition }, { $players } jogadores. Salvo depois de cada decisão em { $file }
play-unfinished = { $count ->
        [one] Há uma partida inacabada: “edokko play --resume” continua ({ $file }).
       *[other] Há { $count } partidas inacabadas: “edokko play --resume” continua a última ({ $file }).
    }
play-resumed = Continuando depois de { $moves ->
        [one] { $moves } decisão
       *[other] { $moves } decisões
    }, de { $file }
play-your-turn = { $seat }, a decisão é sua.
play-prompt = Opção (? para ajuda):
play-forced = Só há uma opção: { $move }.
play-near = “{ $typed }” não é uma das opções. Você quis dizer: { $near }?
play-not-understood = { $count ->
        [1] “{ $typed }” não é uma das opções. Digite 1 ou tecle Enter; ? lista o que mais pode ser digitado.
       *[other] “{ $typed }” não é uma das opções. Digite um número de 1 a { $count }, ou ? para ver o que mais pode ser digitado.
    }
play-help =
    Digite o número de uma opção, ou suas palavras como em um registro (hire monk,
    move 3, done). Enter escolhe a única opção; se há várias, mostra-as de novo.

      row (r), offers (o)     os personagens para contratar; o que está à venda
      players (p)             aposentados e compras de cada jogador
      card NAME (c), cards    uma carta (basta parte do nome); uma estação
      rules, rules WORD       as regras em resumo; um capítulo
      board (b)               todo o tabuleiro
      log (l), scores (s)     tudo o que aconteceu; os pontos até agora
      why (w) WORDS           por que não? w hire monk, w place A4, w shop koban
      undo (u)                desfazer sua última decisão deste turno
      hint (h)                uma dica: as melhores jogadas, com --hints
      quit (q), help (?)      salvar e sair; esta ajuda

    Marcas dos jogadores: ▲ ■ ◆ ★; um ponto é um neutro. ●●○: dois passos de três.
    Uma tela estreita abrevia os ofícios: { $types }.
    O número na borda direita de uma tenda é o espaço que a atende.
    “comem” é o arroz que os personagens comem no próximo dia de pagamento.
    “2 × Mas” junto a uma tenda: haveria ali 2 vizinhos desse ofício.
play-type = { $short } { $name }
play-refused = { $move } — não é possível. { $reason }
play-refused-later = { $move } — não é possível agora. { $reason } E mesmo depois: { $obstacle }
play-refused-free = { $move } — não é possível agora. { $reason } Nada mais impede.
play-legal = { $move } — possível, número { $number }: { $details }
play-no-cost = não custa nada
play-why-what = Indique uma jogada: w hire monk, por exemplo.
play-why-near = “{ $typed }” não é uma jogada. Você quis dizer: { $near }?
play-why-unknown = “{ $typed }” não é uma jogada.
play-scores-now = Se a partida acabasse agora:
play-thinking = { $seat } está pensando …
play-hints-off = As dicas estão desativadas nesta partida. Para ativá-las: q, depois edokko play --resume --hints.
play-more = Enter: continuar. Qualquer outra coisa vai direto à pergunta.
play-empty = Não há nada em oferta agora.
play-card-several = “{ $typed }” faz parte de vários nomes: { $cards }.
play-card-near = Nenhum nome de carta contém “{ $typed }”. Você quis dizer: { $near }?
play-card-unknown = Nenhum nome de carta contém “{ $typed }”. Os nomes estão no tabuleiro, em row e em cards.
play-card-what = Indique uma carta: card monge, por exemplo. Basta uma parte do nome.
play-rules-unknown = As regras não têm o capítulo “{ $typed }”. Os capítulos: { $chapters }.
look-in-stall = tenda { $room }, { $seat } { $steps }
look-in-row = entre as cartas para contratar
look-retired = aposentado: { $seat }
look-offered = à venda agora
look-built = construído em { $room }: { $seat }
look-held = comprado: { $seat }
look-away = não está na mesa
look-where = agora
look-worth = valor
rules-shops = Lojas
rules-words = Palavras
rules-types-scale = { $counts } ofícios diferentes: { $iki } IKI
rules-fish-scale = Peixes de { $counts } estações: { $iki } IKI
rules-fire-scale = Mês { $month }, da tenda 1 para dentro: { $strengths }
play-winner = { $seat } vence com { $iki } IKI.
play-ahead = { $second } fica { $iki } IKI atrás.
play-place = { $seat } fica em { $place }º lugar de { $players }, { $iki } IKI atrás.
play-recorded = O registro da partida: { $file }
play-review = Onde foi ganha e perdida: { $file }
play-again = Outra partida: { $file }
play-saved = Salvo. Para continuar: edokko play --resume { $file }
play-saved-latest = Salvo. Para continuar: edokko play --resume

undo-done = Desfeito: { $move }.
undo-nothing = Não há nada para desfazer: esta é sua primeira decisão.
undo-other-moved = Tarde demais para desfazer: { $seat } já jogou depois disso.
undo-turn = Não há nada para desfazer neste turno.
undo-chance = Tarde demais para desfazer: o acaso já revelou algo depois disso.

## The command: hint

help-hint-short = Mostra as melhores jogadas.
help-hint =
    Mostra as melhores jogadas de uma decisão: quantas vezes cada uma venceria, a pontuação final esperada e o que
    provavelmente vem a seguir.

    FILE é um registro ou uma partida salva. Por padrão: a última partida que você deixou em “edokko play”. A busca só
    usa o que todos os jogadores veem; ela não sabe o que o acaso trará.
help-hint-position = Analisa em vez disso uma posição: um texto de posição, ou um arquivo com ele ou com o JSON dela.
help-hint-ply = Analisa a decisão depois de N jogadas do registro.  [padrão: onde ele acaba]
help-hint-budget = Quanto buscar: um tempo ou um número de simulações, como 500ms, 2s ou 5000sims.
help-hint-top = Quantas jogadas mostrar.
hint-thinking = Pensando …
hint-over = --ply N olha uma decisão anterior; “edokko review” percorre todas.
problem-budget = --budget { $budget } não é um orçamento: espera-se um tempo ou um número de simulações, como 500ms, 2s ou 5000sims.
problem-hint-position = --position não combina com um registro nem com --ply.
problem-hint-not-position = esse arquivo não existe, e uma sequência de posição começa com edokko1
problem-hint-ply = --ply { $ply } é longe demais: { $file } contém { $moves ->
        [one] { $moves } jogada
       *[other] { $moves } jogadas
    }, então se pode pedir de 0 a { $moves }.
problem-hint-chance = { $file }: não há decisão nesta posição; é a vez do acaso.
problem-nothing-to-hint = Não há partida inacabada para olhar; indique um registro ou uma partida salva.

## The command: review

help-review-short = Analisa uma partida: o que cada decisão custou e o que a fez virar.
help-review =
    Analisa uma partida registrada, terminada ou não. De cada decisão com escolha: quanta chance de vencer ela custou em
    relação à melhor jogada encontrada. Depois, os pontos de virada, causados pelos jogadores e pelo acaso, e quão bem
    cada jogador decidiu.

    A sorte é o que o acaso mudou no resultado esperado; as decisões, o que as jogadas de todos mudaram.

    Um erro (?) custa 5% da chance de vencer ou 4 IKI; um erro grave (??), 10% ou 8 IKI. Os números à esquerda são os de
    “edokko hint FILE --ply N”.
help-review-budget =
    Quanto buscar em cada decisão: um tempo ou um número de simulações, como 500ms ou 1000sims. A jogada feita recebe
    até outro tanto.
help-review-plot = Desenha a chance de vencer mês a mês em FILE, que termina em .png ou .svg.
help-review-brief = Omite a lista de todas as decisões.
review-progress = Decisões
review-heading = Partida { $number }: { $seats }; { $moves ->
        [one] { $moves } decisão
       *[other] { $moves } decisões
    }, { $choices } delas com escolha
review-unfinished = A partida não acabou.
review-played = jogado
review-better = melhor
review-loss = perda
review-losses = As decisões mais caras
review-chance = O que o acaso mais mudou
review-month = Mês { $month }
review-change = { $before } → { $after }%
review-instead = { $played }. Melhor: { $better }.
review-accuracy = Quão bem cada jogador decidiu
review-decisions = escolhas
review-mean-loss = perda média
review-mistakes = erros (?)
review-blunders = graves (??)
review-luck = Sorte e decisões, em IKI
review-expected = esperado
review-by-luck = sorte
review-by-decisions = decisões
review-result = resultado
review-luck-wins = sorte, de vencer
review-plain = Buscado com o motor simples, pois aqui falta o nativo; no mesmo tempo ele busca com menos profundidade.
review-plotted = A imagem: { $file }
plot-title = A chance de vencer, mês a mês
plot-new-year = Ano Novo
plot-months = mês
plot-label = { $mark } { $name }
plot-label-score = { $mark } { $name } · { $iki } IKI
plot-loss = −{ $number }%
problem-plot-exists = { $file } já existe; escolha outro nome para a imagem ou mova o arquivo.
problem-plot-kind = { $file }: o nome de uma imagem termina em .png ou .svg.
problem-review-empty = { $file }: nenhuma decisão desta partida tinha escolha, então não há nada para percorrer.

## The command: simulate

help-simulate-short = Joga muitas partidas entre jogadores virtuais.
help-simulate =
    Joga muitas partidas entre jogadores virtuais e as resume: pontuações, proporção de vitórias com intervalos de
    95%, velocidade.

    A mesma semente dá as mesmas partidas, seja qual for o número de threads.
help-simulate-games = Quantas partidas.
help-simulate-seats = Quem joga, a partir do primeiro lugar, com vírgulas: random, greedy. Por padrão: random em todos.
help-simulate-seed = Fixa todas as partidas. Por padrão, uma semente é sorteada e mostrada.
help-simulate-threads = Quantas partidas jogar em paralelo.
help-simulate-record = Escreve um registro de cada partida em FILE, um por linha; comprimido se terminar em .gz.
help-simulate-trace = Escreve também nos registros a posição e as jogadas legais antes de cada decisão.
problem-trace-record = --trace vai para registros; indique um arquivo para eles com --record FILE.
simulate-progress = Partidas
simulate-games = partidas
simulate-seed = semente
simulate-seconds = segundos
simulate-games-per-second = partidas por segundo
simulate-decisions-per-second = decisões por segundo
simulate-decisions-per-game = decisões por partida
simulate-branching = opções por decisão
simulate-mean = pontuação média
simulate-median = mediana
simulate-best = melhor
simulate-winning = pontuação média dos vencedores
simulate-seat = lugar
simulate-player = jogador
simulate-wins = vitórias
simulate-share = parte
simulate-interval = interv. 95%
simulate-stopped = Interrompido depois de { $games } de { $asked } partidas.
simulate-stopped-recorded = Interrompido depois de { $games } de { $asked } partidas. As terminadas estão em { $file }

## The command: arena

help-arena-short = Faz jogadores se enfrentarem e os avalia.
help-arena =
    Faz jogadores se enfrentarem e mostra quão fortes são: proporção de vitórias e avaliações com intervalos de 95%,
    pontuações, tempo de reflexão.

    As partidas vêm em blocos: uma semente com todas as rotações de lugares, para que a sorte e os lugares sejam iguais
    para todos. A proporção de vitórias é por lugar: em uma partida de N jogadores de mesma força é 1/N. Os intervalos
    são sobre os blocos.
help-arena-entries =
    Quem joga, com vírgulas, como mcts:500ms,planner,planner,planner. Um jogador pode ser citado várias vezes; seus
    lugares contam juntos. Com mais entradas que lugares, todas as combinações jogam com a mesma frequência.
help-arena-players = O número de jogadores de uma partida; por padrão, o de entradas, no máximo { $most }.
help-arena-games = Quantas partidas, arredondadas para blocos inteiros de todas as formações.
help-arena-settle =
    Para assim que se decide se a proporção de vitórias da primeira entrada está acima ou abaixo de SHARE, como 0.6. A
    resposta está errada em no máximo 5 de 100 arenas.
help-arena-luck =
    Mostra também os resultados sem a sorte: em cada momento de acaso, desconta-se a mudança do resultado esperado
    segundo o valor do campeão. Esses resultados têm a mesma esperança e, em geral, menos variância; × é a razão das
    variâncias.
help-arena-seed = Fixa todas as partidas. Por padrão, uma semente é sorteada e mostrada.
help-arena-workers = Quantas partidas jogar em paralelo, cada uma em seu próprio processo.
help-arena-record = Acrescenta a FILE um registro de cada partida assim que ela termina, um por linha.
help-arena-resume = Continua as partidas do arquivo de --record, ou o começa se ainda não existe.
problem-arena-resume = --resume continua as partidas de um arquivo; indique-o com --record FILE.
problem-arena-exists = { $file } já existe; continue com --resume ou escolha outro nome para os registros.
problem-arena-count = --entries indica { $entries ->
        [one] { $entries } jogador
       *[other] { $entries } jogadores
    }; são precisos de { $players } a { $most } para uma partida de { $players }, e um jogador pode ser citado várias vezes.
arena-progress = Partidas
arena-rounded = { $games } partidas em vez de { $asked }: cada formação em cada lugar leva { $each }.
arena-go-on = As partidas terminadas estão em { $file }; continue com o mesmo comando e --resume.
arena-blocks = blocos
arena-wins = vit./lugares
arena-share = parte
arena-interval = 95%
arena-rating = nível
arena-score = pontos
arena-rank = posto
arena-milliseconds = ms
arena-above = Decidido: a parte de { $name } está acima de { $share }.
arena-below = Decidido: a parte de { $name } está abaixo de { $share }.
arena-open = Sem decisão em { $games } partidas: a parte de { $name } pode estar acima ou abaixo de { $share }.
arena-less-luck = Sem a sorte
arena-variance = variância

## The command: evaluate

help-evaluate-short = Dá a um jogador sua linha na tabela de comparação.
help-evaluate =
    Joga a comparação IKI-1: PLAYER contra três de cada adversário, 400 partidas de quatro, e contra um, 200 partidas de
    dois, com distribuições fixas e todas as rotações de lugares. Mostra sua proporção de vitórias com e sem a sorte, e
    suas pontuações.

    PLAYER é o nome de um jogador, ou FILE.py:NAME para uma classe de um arquivo, que é chamada com uma semente, ou
    FILE.py:NAME:OPTIONS. Tem 60 segundos para uma decisão. Contra si mesmo um jogador não tem linha.
help-evaluate-against = Só estes adversários, com vírgulas. Por padrão random, greedy, planner e champion:64sims.
evaluate-cpu = segundos de CPU
evaluate-hash = hash das partidas
evaluate-opponents = adversários
evaluate-lead = vantagem

## The command: lab

help-lab-short = Joga muitas partidas em tabelas e as consulta.
help-lab =
    Joga muitas partidas em tabelas que descrevem cada carta, preço, turno e mês, e as consulta.

    Uma série é uma pasta de arquivos Parquet. Polars, DuckDB e pandas os leem.
help-lab-output = A pasta da série.
problem-lab-plan = Indique um plano, ou diga o que jogar com --entries e --games.
problem-lab-plan-options = O plano diz o que jogar, então { $options } não pode ser usado junto com ele.
problem-lab-ray-workers = Num cluster do Ray trabalham os processadores dele, então --workers não pode ser usado junto com --ray.
problem-lab-players = --players é { $players }; esperam-se números de 2 a 4 com vírgulas, como 2,3,4.
problem-lab-overlay = --overlay é { $overlay }; esperam-se um nome e um arquivo, como cheap=cheap.toml.
problem-lab-sql = A consulta não tem resposta: { $reason }
help-lab-run-short = Joga um plano, ou o que falta dele.
help-lab-run =
    Joga um plano, ou o que falta dele: depois de Ctrl-C ou de uma falha, o mesmo comando continua a série.

    PLAN é um arquivo TOML; sem ele, as opções dizem o que jogar. As linhas são as mesmas, seja qual for o número de processos.
help-lab-entries =
    Quem joga, com vírgulas, como planner,greedy,greedy,greedy. Um só jogador ocupa todos os lugares. Com mais entradas
    que lugares, todas as combinações jogam com a mesma frequência.
help-lab-games = Quantas partidas por edição, número de jogadores e sobreposição, arredondadas para blocos inteiros.
help-lab-players = Os números de jogadores, com vírgulas. Por padrão: 4.
help-lab-editions = As edições, com vírgulas. Por padrão: 2021.
help-lab-seats = Se cada entrada ocupa todos os lugares por sua vez, ou se elas seguem a ordem dos lugares. Por padrão: rotate.
help-lab-seed = Fixa todas as partidas. Por padrão: 0.
help-lab-overlay = Joga com os números da sobreposição FILE sob o nome NAME; pode ser repetido. Sem arquivo, NAME são os números incluídos.
help-lab-tables = As tabelas a guardar, com vírgulas. Por padrão: todas menos decisions.
help-lab-records = Guarda também um registro de cada partida.
help-lab-share = Guarda as decisões desta parte das partidas, de 0 a 1. Por padrão: 1.
help-lab-evaluator = Avalia todas as opções dessas decisões com uma busca, como 2000sims. Demora muito.
help-lab-chunk = Quantas partidas jogar de cada vez. Um lote interrompido se perde.
help-lab-workers = Quantos lotes jogar em paralelo.
help-lab-ray = Joga no cluster Ray em ADDRESS, ou auto para o deste computador.
help-lab-settle =
    Para assim que se decide se a proporção de vitórias da primeira entrada está acima ou abaixo de SHARE, como 0.3, e
    cita os processos cujos resultados se desviam.
lab-run-done = Partidas jogadas: { $games } de { $all }, a { $rate } por segundo. A série está completa: { $folder }
lab-run-stopped = Partidas jogadas: { $games } de { $all }, a { $rate } por segundo: { $folder }
lab-deviant = Os resultados de { $worker } se desviam dos demais: { $z } erros padrão em { $blocks } blocos. Verifique essa máquina.
lab-run-there = As { $all } partidas já estavam lá: { $folder }
help-lab-work-short = Joga um lote de um plano.
help-lab-work = Joga um lote de um plano e escreve seus arquivos, para um escalonador. Um lote que já existe não é repetido.
help-lab-work-chunk = O número do lote, a partir de 0.
lab-work-there = O lote { $chunk } já estava lá.
help-lab-chunks-short = Lista os lotes de um plano.
help-lab-chunks = Lista os números dos lotes de um plano, um por linha. Com -o, só os que faltam na série.
help-lab-chunks-count = Mostra só quantos são.
help-lab-sql-short = Consulta uma série em SQL.
help-lab-sql =
    Consulta uma série no SQL do DuckDB. Cada tabela da série é uma visão, e há visões que respondem a perguntas
    comuns. Sem QUERY, estas são listadas.
help-lab-csv = Mostra todas as linhas em CSV.
help-lab-report-short = Responde em uma página a perguntas sobre uma série ou sobre partidas registradas.
help-lab-report =
    Responde a perguntas sobre IKI com as partidas de uma série, em uma página HTML com figuras, intervalos e dados.

    RUN é a pasta de uma série ou um arquivo de registros. A página está em inglês e dispensa a rede.
help-lab-report-output = A página a escrever; o nome dela termina em .html.
help-lab-report-player = Acrescenta o perfil de um jogador da série: o nome de um lugar.
help-lab-part-edition = Escolhe as partidas desta edição. Por padrão, a parte da série com mais partidas.
help-lab-part-players = Escolhe as partidas com este número de jogadores.
help-lab-part-overlay = Escolhe as partidas com esta sobreposição; um nome vazio são os números incluídos.
lab-report-progress = Perguntas
lab-report-written = Perguntas respondidas com { $games } partidas: { $questions }. Escrito: { $file }
lab-sql-more = Só são mostradas as primeiras { $rows } linhas; --csv mostra todas.
lab-report-unfinished = Partidas não terminadas, deixadas de fora: { $count }
problem-lab-page = { $file }: o nome de uma página termina em .html.
problem-lab-page-exists = { $file } já existe; escolha outro nome ou substitua o arquivo com --force.
help-lab-force = Substitui o arquivo se ele existir.
help-lab-compare-short = Compara duas séries: diferenças, tamanhos do efeito e partidas necessárias.
help-lab-compare =
    Compara as partidas de duas séries: as diferenças com seus intervalos, os tamanhos do efeito e quantas partidas cada
    série precisaria para achar uma diferença desse tamanho.

    Com --overlay e --against, podem ser duas sobreposições de uma mesma série.
help-lab-compare-output = Escreve também uma página; o nome dela termina em .html.
help-lab-compare-against = A sobreposição da segunda série.
lab-compare-quantity = grandeza
lab-compare-first = primeira
lab-compare-second = segunda
lab-compare-difference = diferença
lab-compare-effect = efeito
lab-compare-games = partidas necessárias

## The command: record

help-record-short = Confere ou mostra partidas registradas.
help-record = Confere ou mostra partidas registradas: arquivos do formato edokko/1, comprimidos ou não.
help-check-short = Repete cada partida e a confere.
help-check =
    Repete cada partida dos arquivos e a confere: jogadas, acaso, resultado e rastro.

    Cada partida ruim recebe uma linha com o lugar e o valor esperado; as jogadas são contadas a partir de 0. O código
    de saída é 0 se todas as partidas são boas, 1 se alguma é ruim, 2 se um arquivo não pode ser lido.
help-show-short = Mostra uma partida turno a turno, com a folha de pontuação.
help-show = Mostra em palavras uma partida de um arquivo, turno a turno, com o tabuleiro e a folha de pontuação no final.
help-show-game = Qual partida do arquivo, contada a partir de 1.  [padrão: 1]
check-bad = { $file }: linha { $line }: { $reason }
check-bad-move = { $file }: linha { $line }: jogada { $move }: { $reason }
check-empty = { $file }: não há nenhuma partida nele
check-summary = { $good ->
        [one] { $good } partida boa
       *[other] { $good } partidas boas
    }, { $bad ->
        [one] { $bad } ruim
       *[other] { $bad } ruins
    }, em { $files ->
        [one] { $files } arquivo
       *[other] { $files } arquivos
    }
show-heading = Partida { $number }: { $seats }; edição { $edition }, { $moves } decisões
show-unfinished = A partida não acabou. Pontuação se acabasse agora:
problem-no-game = { $file }: não há partida { $number }; o arquivo contém { $count }.

## The command: components

help-components-short = Lista os números do jogo e de onde vêm.
help-components =
    Lista todos os números do jogo e de onde vêm.

    edokko components [PART] lista os valores cuja chave contém PART, como “monk” ou “goods.winter”.
help-list-short = Lista os valores; “list” pode ser omitido.
help-list =
    Lista os valores cuja chave contém PART, um por linha, com sua origem: impresso nas regras, deduzido delas, um
    substituto escolhido para jogar ou a sua própria sobreposição.
help-list-only = Só os valores dessa origem.
help-components-check-short = Confere uma sobreposição.
help-components-check = Confere um arquivo de sobreposição: cada problema é mostrado com sua chave e o valor esperado.
list-summary = { $count ->
        [one] { $count } valor
       *[other] { $count } valores
    }
provenance-printed = impresso
provenance-inferred = deduzido
provenance-substitute = substituto
provenance-divergent = divergente
provenance-not-applicable = não se aplica
provenance-overlay = sobreposição
components-good = { $file }: correto.
components-counts = Edição { $edition }: { $given ->
        [one] { $given } valor
       *[other] { $given } valores
    } da sobreposição, { $left ->
        [one] resta { $left } substituto
       *[other] restam { $left } substitutos
    }

## The command: bench

help-bench-short = Mede a velocidade do motor nesta máquina.
help-bench = Mede a velocidade do motor nesta máquina, ao lado de Python puro fazendo o mesmo. Leva cerca de um minuto.
help-bench-quick = Omite a partida de um processo.
bench-progress = Medidas
bench-what = o quê
bench-figure = medida
bench-unit = unidade
bench-ratio = × simples
bench-floor = mínimo
bench-aim = meta
bench-holds = cumpre
bench-misses = falha
bench-random-play-native = jogadas, motor nativo
bench-random-games-native = partidas, motor nativo
bench-random-play-list-backed-cpython = o mesmo, Python puro
bench-search-as-shipped = busca, como entregue
bench-search-of-the-champion = busca de champion
bench-network-with-the-observation = rede, com a observação
bench-network-observation-given = rede, observação dada
bench-python-loop-over-batch = laço de Python, Batch
bench-state = tamanho de um estado
bench-copy-of-a-state = cópia de um estado
bench-2-threads-against-1-by-the-clock = 2 threads contra 1
bench-start-to-first-move-by-the-clock = início à 1ª jogada
unit-decisions-per-s = decisões/s
unit-games-per-s = partidas/s
unit-simulations-per-s = simulações/s
unit-positions-per-s = posições/s
unit-bytes = bytes
unit-ns = ns
unit-s = s
unit-times = vezes

## A mesa: problemas da API

api-bad-request = O pedido está malformado.
api-detail-you-once = Você só pode ocupar um lugar; os outros na sua tela são “local”.
api-detail-rated = Uma partida ranqueada é só entre pessoas, cada uma na sua tela, desde o início, sem dicas e com as tabelas fornecidas.
api-detail-coach-rated = Uma partida ranqueada não tem treinador.
api-detail-coach-people = O treinador só participa se o computador joga em todos os outros lugares.
api-detail-coach-off = O treinador desta mesa está desligado.
api-detail-clock = Um relógio tem minutos se o ritmo é “live”, dias se é “days”, e incremento apenas com minutos.
api-detail-edition = A edição desta mesa depende das cartas, da posição ou da série.
api-detail-levels = Os níveis são: { $levels }. Todos menos o primeiro podem ter um estilo, como hard:builder; os estilos são: { $styles }.
api-detail-awaited = Ainda esperamos: { $names }.
api-detail-rows = Esta mesa já teve { $count } mudanças: só resta continuar jogando.
api-detail-study-order = Nó { $node }: o pai dele deve vir antes.
api-detail-study-played = Nó { $node }: as jogadas da partida devem formar uma só linha desde o início.
api-detail-study-source = É preciso exatamente um: table ou record.
api-detail-stored = Todas as suas análises e notas juntas podem ter { $most } kB.
api-detail-chance-missing = O acaso decide primeiro. Possível: { $possible }.
api-detail-chance-impossible = Isso não pode acontecer agora. Possível: { $possible }.
api-detail-start = É preciso exatamente um destes campos: new, position, record, table.
api-detail-start-ply = Um ply só vai com um registro de partida ou com uma mesa.
api-detail-start-overlay = Um overlay só vai com uma partida nova ou com uma posição que não tenha nenhum.
api-detail-start-seats = A posição tem { $count } jogadores: a mesa precisa do mesmo número de lugares.
api-detail-start-over = A partida já terminou nesta posição.
api-detail-foreign-origin = A página está em { $origin }, mas o pedido indica o host { $host }. Se ambos são este site, o proxy dele deve repassar o Host que o navegador envia, com a porta, ou EDOKKO_ORIGINS deve indicar { $origin }.
api-detail-foreign-host = O pedido indica o host { $host }, que não está em EDOKKO_ORIGINS.
api-shape-missing = { $where }: falta “{ $field }”.
api-shape-unknown = { $where }: não há “{ $field }” aqui.
api-shape-value = { $where }: { $value } não é um valor permitido.
api-shape-type = { $where }: esperado { $expected }, encontrado { $found }.
api-shape-at-least = { $where }: pelo menos { $bound }.
api-shape-at-most = { $where }: no máximo { $bound }.
api-shape-longer = { $where }: um comprimento de pelo menos { $bound }.
api-shape-shorter = { $where }: um comprimento de no máximo { $bound }.
api-shape-pattern = { $where }: precisa seguir o padrão { $pattern }.
api-shape-json = { $where }: não é um JSON válido.
api-bad-overlay = Os dados próprios não podem ser usados.
api-bad-position = A posição não pode ser usada.
api-bad-record = O registro da partida não pode ser usado.
api-unknown-level = Não há jogador virtual desse nível.
api-bad-name = O nome está vazio ou tem caracteres que não podem ser mostrados.
api-reserved-name = Este nome é reservado para o site; escolha outro.
# The words of invented names: every first word goes with every second one.
guest-name-first = Garça Carpa Lanterna Ameixa Lontra Cascata Cereja Montanha Tartaruga Andorinha Cigarra Estrela Colina Neblina Samambaia Pinheiro Grou Pardal Bordo Bambu Cedro Grilo Tambor Falcão Pagode Lótus Rio Salgueiro Junco Vale
guest-name-second = Ágil Alegre Amável Audaz Brilhante Capaz Doce Elegante Feliz Fiel Firme Forte Genial Gentil Hábil Humilde Ilustre Jovem Jovial Leal Livre Nobre Paciente Prudente Radiante Sutil Tenaz Valente Veloz Verde
api-bad-address = Não é possível enviar nada para esse endereço.
api-no-guest = Não identificado: chame antes GET /api/guest ou envie um token.
api-bad-token = O token não é válido.
api-bad-code = O código está errado, já foi usado ou expirou.
api-not-your-seat = Esse lugar não é seu.
api-not-the-host = Só o anfitrião pode fazer isso.
api-foreign-origin = O pedido vem de outro site.
api-foreign-host = O pedido indica um host que este servidor não atende.
api-no-hints = Nesta mesa não há dicas.
api-no-coach = Nesta mesa não há treinador.
api-no-chat = Não há conversa nesta mesa.
api-no-spectators = Esta mesa não aceita espectadores.
api-banned = Você não pode mais jogar aqui.
api-rated-game = Enquanto você joga uma partida ranqueada, o motor não responde e nenhuma mesa começa em uma posição. Sobre uma mesa ranqueada em andamento, o motor nunca responde.
api-not-your-study = Só o autor pode mudar este estudo: salve uma cópia sua.
api-not-the-organiser = Só o organizador pode fazer isso.
api-no-table = Essa mesa não existe.
api-no-player = Esse jogador não existe.
api-no-puzzle = Não há esse problema.
api-no-study = Não há esse estudo.
api-no-series = Não há essa série.
api-no-event = Não há esse torneio.
api-no-program = Esse programa não está online.
api-no-challenge = Este convite já não está aberto.
api-no-channel = Esse canal não existe.
api-no-record = Uma partida que começou em uma posição não tem arquivo: as jogadas não bastam para reconstruí-la.
api-no-message = Nenhum outro jogador escreveu essa mensagem.
api-not-found = Não há nada neste endereço.
api-method = Este endereço não aceita esse método.
api-stale-ply = A partida avançou nesse meio-tempo.
api-already-started = A partida já começou.
api-not-started = A partida ainda não começou.
api-seat-taken = Esse lugar está ocupado.
api-table-full = Todos os lugares estão ocupados.
api-seats-open = Ainda há lugares livres.
api-not-ready = Nem todos os jogadores estão prontos.
api-crest-taken = Outro jogador nesta mesa tem esse brasão.
api-already-seated = Você já tem um lugar nesta mesa.
api-not-away = Não é possível substituir esse jogador: ele está presente ou ainda não fez a partida esperar o bastante.
api-no-undo = Nada pode ser desfeito agora.
api-game-over = A partida acabou.
api-time-over = Seu tempo acabou: um jogador virtual assumiu o lugar.
api-not-over = A partida ainda não acabou.
api-has-rematch = Esta partida já tem revanche: comece a série lá.
api-series-over = A série acabou.
api-event-full = O torneio está cheio.
api-event-over = O torneio acabou, ou a última rodada já começou.
api-event-running = O torneio já começou.
api-event-not-running = Nenhuma rodada pode começar ou ser encerrada agora.
api-few-players = Um torneio precisa de três jogadores.
api-not-entered = Não há esse jogador neste torneio.
api-no-mail = Este servidor não envia e-mails.
api-too-large = O pedido é grande demais.
api-illegal-move = Essa jogada não é permitida.
api-unknown-move = Essa jogada não existe.
api-missing-chance = O acaso decide antes desta jogada.
api-impossible-chance = O acaso não pode trazer isso.
api-too-many = É demais de uma vez: espere um pouco.
api-internal = Algo deu errado no servidor.
api-busy = O servidor está ocupado: tente de novo.
api-storage-full = Não há espaço para salvar no momento: nada foi salvo. Tente mais tarde.

## A mesa: quando falta a página

page-title = Edokko: o jogo IKI no navegador
page-description = Jogue IKI no navegador: contra o computador, numa mesma tela ou com amigos que recebem um link.
page-table = Uma mesa de IKI
page-table-named = { $name }: uma mesa de IKI
page-table-told = Uma partida para { $players } jogadores. { $state }
page-full = Todos os lugares estão ocupados.
page-waiting = { $open ->
    [one] Há um lugar livre.
   *[other] Há { $open } lugares livres.
}
page-running = A partida está em andamento.
page-finished = A partida terminou.
page-closed = A mesa está fechada.
page-position = Uma posição de IKI
page-study = Um estudo de IKI
page-study-named = { $name }: um estudo de IKI
page-puzzle = Um problema de IKI
page-series = Uma série de partidas de IKI
page-series-named = { $name }: uma série de partidas de IKI
page-series-told = { $players } jogadores, { $played } partidas jogadas.
page-event = { $name }: um torneio de IKI
page-event-told = Rodada { $round } de { $rounds }, { $players } jogadores. { $state }
page-event-open = Entre com este link.
page-event-running = O torneio está em andamento.
page-event-finished = O torneio acabou.
page-event-closed = O torneio não aconteceu.
page-events = Torneios de IKI
page-missing-title = A página não foi construída
page-missing =
    O servidor funciona e a sua API responde em /api, mas falta a página.
    Instale o Node.js 20 ou mais novo e reinstale o edokko a partir do código; isso constrói a página.

## edokko serve

help-serve-short = A mesa no navegador.
help-serve =
    A mesa no navegador, para uma pessoa ou muitas. As partidas ficam num banco de dados seu;
    EDOKKO_DATABASE pode indicar em vez dele um banco PostgreSQL.
help-serve-port = A porta. Por padrão: { $port }, ou uma livre se essa estiver ocupada.
help-serve-host = O endereço onde escutar; 0.0.0.0 para ser alcançado de outros computadores.
help-serve-no-browser = Não abrir o navegador.
serve-started = A mesa está em { $address }
serve-how-to-stop = Ctrl-C para parar; as partidas ficam guardadas.
serve-stopped = O servidor parou.
problem-setting = { $variable } é { $value }, que não é válido; docs/run/settings.md lista os valores possíveis.
problem-setting-smtp-origins = EDOKKO_SMTP precisa de EDOKKO_ORIGINS: sem essa variável, os e-mails levariam a qualquer servidor indicado por um cliente.
problem-setting-removed = { $variable } está definida, mas o PostgreSQL agora transporta todas as mensagens entre processos. Remova-a.
problem-setting-site = { $variable } é { $value }, que não é uma pasta escrita pelo `edokko build-site` desta versão: crie-a de novo.
problem-port = Não é possível escutar em { $host }:{ $port }: { $reason }.
problem-served = Outro servidor já usa este banco de dados, em { $address }. Um arquivo SQLite tem um só servidor; o PostgreSQL aceita vários.
problem-restore-served = Um servidor usa este banco de dados, em { $address }: pare-o primeiro.
help-example-serve = A mesa no navegador, só ou em companhia

## edokko build-site

help-site-short = A mesa como pasta para qualquer hospedagem.
help-site =
    Grava uma pasta que qualquer hospedagem de arquivos pode servir, e em que a mesa dispensa servidor: partidas contra
    jogadores automáticos, lições, problemas e análises funcionam no navegador, também sem conexão.
help-site-pyodide = Uma pasta com os arquivos do Pyodide e o wheel do msgspec para ele, em vez de baixar.
site-built =
    A mesa está em { $folder }. Uma primeira visita carrega { $first } MB: página { $page }, Pyodide { $pyodide }, pacote { $package }.
    A rede do jogador master acrescenta { $later } MB. Para experimentar: python -m http.server --directory { $folder }
problem-site-target = { $folder } não é uma pasta vazia; indique uma nova.
problem-site-page = A página não foi construída: instale edokko a partir do código com Node.js, sem EDOKKO_NO_PAGE.
problem-site-engine = O motor para navegadores falta ou não foi feito com estas regras: instale edokko de novo com o pacote ziglang.
problem-site-npm = Falta o npm, que baixa o Pyodide: instale Node.js ou indique uma pasta com --pyodide.
problem-site-download = { $command } falhou: { $reason } Verifique a conexão ou indique uma pasta com --pyodide.
problem-site-node = Falta o Node.js, que compila o pacote para navegadores: instale-o.
problem-site-compile = { $command } falhou: { $reason } O Node.js deve ser da versão 20 ou mais recente.
problem-site-hash = { $name } não é o arquivo esperado: o hash difere. Nada foi gravado.
problem-site-missing = { $folder } não tem o arquivo { $name }.
problem-site-version = { $folder } tem outro Pyodide; esta versão de edokko precisa de { $wanted }.
problem-site-write = Não é possível gravar { $folder }: { $reason }.

## edokko worker

help-worker-short = Pensa para os servidores de um site grande.
help-worker =
    Pensar para os servidores que partilham um banco de dados PostgreSQL e rodam com EDOKKO_THINKING=workers: as jogadas
    dos jogadores do computador, as dicas, as análises e as revisões. Inicie quantos processos quiser, em qualquer máquina que alcance o banco de dados.
help-worker-database = O banco de dados PostgreSQL dos servidores. Padrão: EDOKKO_DATABASE.
help-worker-threads = Quantos jogadores do computador pensam ao mesmo tempo. Padrão: EDOKKO_BOT_THREADS.
help-worker-kinds = O que este processo faz, separado por vírgulas. Padrão: { $kinds }
help-worker-metrics = A porta das métricas em 127.0.0.1, no formato do Prometheus. Padrão: nenhuma.
worker-started = O processo espera trabalho: { $kinds }. Pressione Ctrl-C para parar.
worker-stopped = O processo parou; outro termina o trabalho dele.
problem-worker-database = Este processo precisa de um banco de dados PostgreSQL: indique-o com --database postgresql+asyncpg://… ou em EDOKKO_DATABASE. Com um arquivo SQLite o próprio servidor pensa.
problem-worker-kind = Não há trabalho do tipo { $kind }; escolha entre { $kinds }.

## edokko admin

help-admin-short = Mesas, jogadores e cópias de segurança de um servidor.
help-admin =
    Gerenciar as mesas e os jogadores do banco de dados que edokko serve usa, esteja ele em execução ou não; EDOKKO_DATABASE o indica.
help-admin-tables = Listar mesas: identificador, última mudança, estado, edição, mês, lugares.
help-admin-status = Somente as mesas neste estado.
help-admin-players = Listar os jogadores cujo nome contém NAME: identificador, última visita, partidas terminadas, nome.
help-admin-reports = Listar as mensagens denunciadas: data, mesa, autor, quem denunciou, nome e texto.
help-admin-most = Listar no máximo este número.
help-admin-check = Carrega todas as mesas e indica aquelas em que faltam linhas. O código de saída é 1 se houver alguma.
help-admin-repair = Corta as linhas a partir da primeira que falta: as partidas abertas continuam dali.
help-admin-close = Fechar uma mesa; o registro dela permanece.
help-admin-ban = Banir um jogador: a partir daí ele só pode olhar.
help-admin-unban = Deixar um jogador banido voltar a jogar.
help-admin-delete =
    Apagar um jogador e seus dados. As partidas com outros permanecem, sem o nome; um jogador virtual o substitui.
help-admin-backup = Gravar todo o banco de dados em um arquivo novo, mesmo com servidores em execução.
help-admin-restore = Substituir todo o banco de dados pela cópia FILE. Pare antes os servidores.
help-admin-yes = Confirmar. Sem esta opção nada acontece.
admin-no-tables = Não há nenhuma mesa.
admin-no-players = Não há nenhum jogador.
admin-no-reports = Não há nenhuma denúncia.
admin-banned-mark = banido
admin-check-good = Todas as mesas estão completas.
admin-check-repairable = Mesa { $table } ({ $status }): a linha { $row } falta ou está errada. Com edokko admin check --repair, a partida continua antes dessa linha.
admin-check-repaired = Mesa { $table } ({ $status }): cortada na linha { $row }; a partida continua dali.
admin-check-over = Mesa { $table } ({ $status }): a linha { $row } falta ou está errada. A partida terminou e o seu registro está perdido, a menos que um backup o tenha.
admin-closed = A mesa { $table } está fechada.
admin-not-open = A mesa { $table } já não estava aberta.
admin-banned = Banimento de { $name } registrado.
admin-unbanned = { $name } pode voltar a jogar.
admin-deleted = { $name } e seus dados foram apagados.
admin-backed-up = O banco de dados está guardado em { $file }.
admin-restored = O banco de dados foi restaurado de { $file }. Inicie os servidores de novo.
problem-not-sure = Isto não pode ser desfeito; acrescente --yes para fazer.
problem-no-such = Não há mesa nem jogador { $id }; edokko admin tables e edokko admin players os listam.
problem-database = O banco de dados não pode ser usado: { $reason }.
problem-database-malformed = EDOKKO_DATABASE não pode ser usado. Escreva sqlite+aiosqlite:///FILE ou postgresql+asyncpg://usuário:senha@host:5432/nome: um host IPv6 entre colchetes, os sinais especiais da senha codificados com porcentagem, e opções somente se o driver as conhece.
problem-database-silent = O PostgreSQL em { $server } não responde (EDOKKO_DATABASE): { $reason }.
problem-database-damaged = O banco de dados não pode ser usado: o arquivo { $file } está danificado. Restaure uma cópia com edokko admin restore.
problem-database-later = O banco de dados tem a versão { $revision }, mas o edokko { $version } só conhece versões até a { $newest }: instale de novo o edokko posterior, ou restaure uma cópia anterior à instalação dele.
problem-backup-later = A cópia { $file } tem a versão { $revision }, mas o edokko { $version } só conhece versões até a { $newest }: instale antes o edokko posterior. Nada mudou.
problem-backup-no-database = Ainda não há banco de dados { $detail }; edokko serve o cria.
problem-backup-exists = { $detail } já existe; indique um arquivo novo.
problem-backup-no-tool = { $detail } não está instalado; vem com as ferramentas de cliente do PostgreSQL.
problem-backup-not-a-backup = { $detail } não é uma cópia deste tipo de banco de dados.
problem-backup-damaged = { $detail } está danificado.
problem-backup-failed = A cópia falhou: { $detail }
problem-restore-failed = A restauração falhou e nada mudou: { $detail }

## As mensagens que um jogador recebe com a página fechada, e as páginas dos seus links

alert-turn = Seu turno
alert-turn-text = É o seu turno na partida “{ $game }”.
alert-clock = Seu tempo está acabando
alert-clock-hours = Na partida “{ $game }” { $count ->
        [one] resta { $count } hora
        [many] restam { $count } horas
       *[other] restam { $count } horas
    } para você jogar. Depois um jogador virtual continua.
alert-clock-minutes = Na partida “{ $game }” { $count ->
        [one] resta { $count } minuto
        [many] restam { $count } minutos
       *[other] restam { $count } minutos
    } para você jogar. Depois um jogador virtual continua.
alert-over = A partida acabou
alert-over-text = A partida “{ $game }” acabou. Você está no lugar { $place } de { $players }, com { $points } IKI.
alert-test = Um teste
alert-test-text = Isto é um teste. As mensagens sobre as suas partidas chegarão aqui.
alert-confirm = Confirme o seu e-mail
alert-confirm-text = Abra este link para receber um e-mail quando for o seu turno. Se você não pediu isto, ignore esta mensagem.
alert-mail-stop = Não receber mais estes e-mails: { $link }
alert-page-stop = Não receber mais mensagens?
alert-page-stop-text = Edokko não enviará mais nada para { $name }. Você pode adicioná-lo de novo nas configurações.
alert-page-stop-button = Não receber mais
alert-page-stopped = Pronto. Nada mais é enviado.
alert-page-confirm = Confirme o seu e-mail
alert-page-confirm-text = Edokko enviará um e-mail para { $name } quando for o seu turno.
alert-page-confirm-button = Confirmar
alert-page-confirmed = Confirmado. Você pode fechar esta página.
alert-page-gone = Este link não é mais válido.
offline-title = Sem conexão
offline-text = O servidor não responde. As suas partidas estão seguras lá. Esta página tenta de novo sozinha.
offline-again = Tentar de novo
offline-here = Jogar aqui, sem o servidor
offline-head = Sem conexão
offline-about = Este navegador pode guardar uma mesa própria: partidas contra o computador, lições e problemas passam a dispensar o servidor.
offline-keep = Guardar para jogar sem conexão ({ $size } MB)
offline-loading = { $loaded } de { $size } MB
offline-kept = Guardada neste navegador.
offline-remove = Remover
offline-failed = Não foi possível guardar: verifique a conexão e o espaço deste navegador.
offline-back = Às mesas do servidor

## A página: avisos quando está fechada

notify-title = Com a página fechada
notify-told = Edokko avisa você quando é o seu turno, uma vez antes de o seu tempo acabar e quando uma partida termina. Nada é enviado enquanto a mesa estiver aberta.
notify-here = Este navegador
notify-here-on = Ativar neste navegador
notify-here-off = Desativar neste navegador
notify-blocked = O navegador bloqueia os avisos deste site. Permita-os nas configurações do navegador para este site e abra esta página de novo.
notify-impossible = Este navegador não pode avisar com a página fechada. Em um iPhone ou iPad, primeiro adicione Edokko à tela de início e abra por lá.
notify-failed = Não foi possível registrar o navegador. Tente mais tarde.
notify-email = E-mail
notify-email-address = Endereço de e-mail
notify-email-none = Este servidor não envia e-mails.
notify-email-sent = Abra o link no e-mail enviado para { $name }.
notify-email-unconfirmed = Ainda não confirmado: abra o link no e-mail.
notify-email-again = Enviar o link de novo
notify-webhook = Webhook
notify-webhook-address = Endereço, https://…
notify-webhook-style = Formato
notify-webhook-json = JSON assinado
notify-webhook-secret = A chave da assinatura. Copie agora, ela só aparece uma vez:
notify-add = Adicionar
notify-remove = Remover { $name }
notify-test = Enviar um teste
notify-test-of = Enviar um teste para { $name }
notify-test-sent = O teste foi enviado para { $name }.
notify-test-failed = { $name } não aceitou o teste: { $reason }
notify-last = Última mensagem: { $time }
notify-last-failed = A última mensagem não foi aceita: { $reason }
notify-paused = Em pausa, porque muitas mensagens não foram aceitas. Um teste que chegue termina a pausa.
notify-quiet = Horas de silêncio
notify-quiet-on = Não enviar nada nestas horas
notify-quiet-from = Das
notify-quiet-to = às
notify-quiet-zone = Fuso horário: { $zone }
notify-quiet-empty = As horas de silêncio devem começar e terminar em horários diferentes.

## Compartilhar uma mesa: o quadro para outro site

share-embed = Incorporar
share-embed-told = Copie isto para uma página sua:
share-open = Abrir no Edokko

## O fim de uma partida

end-talk = { $who ->
    [you] Toda Edo fala de você: { $points } IKI
   *[other] Toda Edo fala de { $seat }: { $points } IKI
}
end-decided = { $id ->
    [track] A trilha IKI decidiu
    [types] Os ofícios decidiram
    [fish] Os peixes decidiram
    [pouches] As trouxinhas de tabaco decidiram
    [buildings] As edificações decidiram
    [koban] Os kobans decidiram
    [wood] A madeira decidiu
   *[mon] Os mons decidiram
}: { $winner } ({ $most }), { $rival } ({ $least }).
end-tie = { $seats } têm { $points } IKI: a ordem do combate a incêndio decide.
end-replaced = O computador terminou no lugar de: { $seats }.
end-place = { $place }º
end-again-told = mesma mesa, mesmas pessoas
end-event = Ir para o torneio
end-series = Ir para a série
end-review = Analisar minha partida
end-review-told = suas jogadas, e outras melhores
end-picture = Compartilhar a imagem
end-picture-told = a rua e os pontos
end-as-table = Como tabela
end-more = Mais
end-best = Seu melhor momento
end-best-month = Mês { $month }:

## Events and series

contest-title = Torneios
contest-intro = Um torneio tem várias rodadas em mesas de três ou quatro, com classificação. Os jogadores entram por um link.
contest-all = Todos os torneios
contest-new = Novo torneio
contest-name = Nome do torneio
contest-kind = Emparceiramento
contest-kind-swiss = Suíço
contest-kind-swiss-told = Jogadores com pontos parecidos se encontram, e nenhum par se repete enquanto for possível evitar.
contest-kind-round-robin = Todos contra todos
contest-kind-round-robin-told = Todos os jogadores se encontram quase o mesmo número de vezes.
contest-size = Lugares por mesa
contest-rounds = Rodadas
contest-most = Máximo de jogadores
contest-pause = Pausa entre rodadas
contest-pause-none = nenhuma
contest-pause-minutes = { $minutes } min
contest-starts-full = Começar assim que o torneio estiver cheio
contest-plays = Eu também jogo
contest-listed = Mostrar o torneio a todos os visitantes
contest-create = Criar o torneio
contest-yours = Seus torneios
contest-open-list = Torneios abertos
contest-running-list = Torneios em andamento
contest-none = Nenhum torneio está aberto agora.
contest-status-open = aberto
contest-status-running = rodada { $round } de { $rounds }
contest-status-finished = encerrado
contest-status-closed = não aconteceu
contest-entered = { $count } de { $most } jogadores
contest-round-count = { $count ->
    [one] uma rodada
   *[other] { $count } rodadas
}
contest-join = Entrar
contest-leave = Sair do torneio
contest-start = Começar a rodada 1
contest-start-needs = com três jogadores ou mais
contest-begin-round = Começar já a próxima rodada
contest-close-round = Encerrar esta rodada
contest-close-round-told = As partidas não terminadas não contam.
contest-end = Encerrar o torneio
contest-sure = Aperte de novo para confirmar
contest-withdraw = Retirar um jogador
contest-withdraw-player = Retirar { $name }
contest-your-table = Para sua mesa
contest-wait-start = O organizador começa o torneio.
contest-wait-full = O torneio começa quando estiver cheio.
contest-wait-others = Sua partida acabou. Outras mesas desta rodada ainda jogam.
contest-wait-entry = Você joga a partir da rodada { $round }.
contest-wait-next = A próxima rodada começa em { $time }.
contest-is-over = O torneio acabou.
contest-standings = Classificação
contest-rank = Posição
contest-player = Jogador
contest-points = Pontos
contest-games = Partidas
contest-wins = Vitórias
contest-opponents = Adversários
contest-margin = Vantagem
contest-points-told = 4 pontos pelo primeiro lugar, 1 pelo último, em intervalos iguais entre eles. Um jogador substituído pelo computador não recebe nenhum.
contest-ties-told = Empates: vitórias, depois os pontos dos adversários, depois a vantagem média em IKI.
contest-series-ties-told = Empates: vitórias, depois a vantagem média em IKI.
contest-round = Rodada { $round }
contest-table = Mesa { $number }
contest-withdrawn = retirado
contest-late = desde a rodada { $round }
contest-replaced = substituído
contest-not-counted = encerrada, não conta
contest-in-play = em jogo
contest-not-begun = não começada
contest-bot = jogador do computador
contest-look = Assistir
contest-replay = Rever
contest-invite = Os jogadores entram por este link:
contest-to = Para o torneio
contest-series = Série de partidas
contest-series-next = Para a próxima partida
contest-series-to = Classificação da série
contest-series-begin = Jogar uma série
contest-series-told = Os mesmos jogadores, lugares que giram e classificação. A próxima mesa é criada automaticamente.
contest-series-games = Número de partidas
contest-series-no-end = sem número fixo
contest-series-game = Partida { $number }
contest-series-game-of = Partida { $number } de { $games }
contest-series-over = A série acabou.
contest-series-end = Encerrar a série
contest-series-change = Mudar
contest-series-play = Para a partida
contest-series-seat = Há um lugar livre: ocupe-o
contest-series-deleted = apagada
## Juntos: programas, reações, notas, conversa. A página carrega estas mensagens quando precisa delas.

together-invite-program = Convidar um programa
together-programs-told = Programas de outras pessoas que estão online. Têm um minuto para responder.
together-no-programs = Nenhum programa está online agora.
together-invite = Convidar
together-playing = { $count ->
    [one] joga uma partida
   *[other] joga { $count } partidas
}
together-invited = Convidado…
together-declined = Recusou
together-expired = Sem resposta
together-accepted = Aceitou
together-withdraw = Retirar
together-tokens = Programas que jogam por você
together-tokens-told = Um programa com um token seu age como você. Dê a cada programa o seu e revogue os que não usa mais.
together-token-name = Nome do programa
together-token-create = Criar token
together-token-once = Copie o token agora: ele só aparece desta vez.
together-token-copy = Copiar token
together-token-revoke = Revogar
together-listed = Na lista de programas: { $name }
together-unlist = Tirar da lista
together-talk = Conversa e notas
together-watching = { $count ->
    [one] { $count } espectador
   *[other] { $count } espectadores
}
together-reactions = Reações
together-reaction-hello = Olá!
together-reaction-nice = Boa jogada!
together-reaction-thanks = Obrigado!
together-reaction-ouch = Ai!
together-reaction-thinking = Deixe-me pensar…
together-reaction-game = Boa partida!
together-reactions-show = Mostrar reações
together-note = Minha nota
together-note-told = Só você pode lê-la, também depois, ao rever a partida.
together-note-saved = Salva
together-chat = Conversa
together-chat-told = Só os jogadores sentados podem ler e escrever aqui.
together-chat-message = Mensagem
together-chat-send = Enviar
together-chat-empty = Ainda não há mensagens.
together-chat-new = { $count ->
    [one] { $count } mensagem nova
   *[other] { $count } mensagens novas
}
together-chat-switch-off = Encerrar a conversa de vez
together-chat-is-off = O anfitrião encerrou a conversa.
together-mute = Silenciar { $name }
together-unmute = Deixar de silenciar { $name }
together-report = Denunciar a mensagem de { $name } ao administrador deste servidor
together-report-sure = Aperte de novo para denunciar a mensagem
together-reported = Denunciada
together-sure = Aperte de novo para confirmar

## A página: a mesa

web-live = Online
web-reconnecting = Reconectando: seu turno está a salvo
web-gone = Sem conexão
web-to-lobby = Ir para o início
web-table = Uma mesa
web-pair = { $what }: { $said }
web-edition = Edição { $edition }
web-payday = dia de pagamento
web-fire = incêndio { $strength }
web-log = Registro da partida
web-theme = Tema
web-rules = Regras
web-settings = Configurações
web-board = Tabuleiro
web-nagaya = Nagaya { $nagaya }
web-start = Início
web-short-name = { $id ->
    [book_lender] Locador de Livros
    [soap_bubble_man] Bolhas de Sabão
    [dumpling_peddler] Bolinho de Arroz
    [used_clothes_peddler] Roupas Usadas
    [umbrella_maker] Sombrinhas
    [fireworks_maker] Fogos de Artifício
    [folding_fan_maker] Leques Dobráveis
    [writing_brush_maker] Pincéis
    [fire_watchtower] Torre
    [kabuki_theater] Kabuki
    [sandal_shop] Sandálias
    [fire_tower] Torre
    [construction_site] Obra
    [fish_market] Peixes
    [karuta_maker] Cartas Karuta
    [puppet_maker] Pelúcias
    [tatami_maker] Tatames
    [cotton_peddler] Algodão
   *[other] { $name }
}
web-tip-stall =
    Tenda { $room }, nagaya { $nagaya }
    Quem está com o oyakata em { $shops } pode negociar aqui.
web-tip-nagaya =
    Nagaya { $nagaya }
    Dois ou mais personagens do mesmo ofício aqui ficam em harmonia: no dia de pagamento, cada dono recebe IKI pelos seus.
web-tip-fifth = As quatro tendas do cruzamento formam um quinto grupo de harmonia. Contratar ali custa mais.
web-tip-fire-mark = Um incêndio na nagaya { $nagaya } começa aqui e vai da tenda 1 ao cruzamento. Ele perde 1 de força em cada tenda.
web-tip-square = Quem termina o movimento aqui pode fazer um negócio com esta loja e um com um personagem das tendas ao lado.
web-tip-start = Todos os oyakata começam aqui. O primeiro passo leva ao espaço 1 e não cruza a linha da volta.
web-tip-lap =
    Linha da volta
    Quando seu oyakata a cruza, cada personagem seu no tabuleiro ganha 1 de experiência.
web-tip-surcharge = Contratar ou construir aqui custa { $mon } { $mon ->
    [one] mon
   *[other] mons
    } a mais: { $id ->
    [middle] esta tenda fica ao lado de duas lojas.
   *[crossing] esta tenda pertence a dois grupos, sua nagaya e o cruzamento.
    }
web-tip-alike = No dia de pagamento, cada dono recebe IKI: seus personagens deste ofício no grupo vezes todos os deste ofício.
web-tip-iki-track = Trilha de IKI
web-tip-iki-track-how = Cada disco fica no seu número de IKI; depois de 30 ele recomeça, e o número embaixo é o total.
web-tip-fire-track = Quem está mais à direita escolhe primeiro o barco; no empate, vale a lista.
web-tip-fire-of = mês { $month }: força { $strength }
web-tip-fires = Incêndios: { $fires }
web-meal = Dia de pagamento no mês { $month }: com esta contratação você precisa de { $needs } de arroz e tem { $has }.
web-tip-boat-walks =
    Anda { $squares ->
        [one] { $squares } espaço
       *[other] { $squares } espaços
    }; cada sandália acrescenta um.
web-tip-boat-free = Anda de 1 a { $most } espaços, à escolha; cada sandália acrescenta um.
web-tip-boat-hires = Antes de andar, você recebe seu rendimento ou contrata um personagem.
web-tip-boat-no-hire = Dá { $mon } { $mon ->
    [one] mon
   *[other] mons
    }, mas sem rendimento nem contratação.
web-tip-boat-order = Número { $place } na ordem de jogo, da esquerda para a direita.
web-tip-ladder = O kobun está no degrau que este personagem alcançou. O número dourado é o salário do próximo dia de pagamento; no degrau redondo o personagem se aposenta.
web-tip-skill = Um jogador cujo oyakata está no espaço ao lado pode fazer este negócio uma vez por turno. Se não for o dono, o personagem ganha 1 de experiência.
web-tip-owner = É de { $seat }, que recebe o salário e o alimenta no dia de pagamento.
web-tip-neutral = Um personagem neutro: todos podem negociar com ele, e ninguém recebe salário.
web-tip-sold = { $good }: vendido
web-lap = Volta
web-fifth = 5º
web-one-per-season = um por estação
web-lands-here = chega aqui
web-alike = { $type } × { $count } juntos
web-square = Espaço: { $square }
web-shop = Loja: { $shop }
web-empty = vazia
web-free = livre
web-closed = fechado
web-taken = ocupado
web-not-used = fora do jogo
web-not-outer = não é na ponta
web-no-kobun = sem kobun
web-no-room = tudo ocupado
web-short = falta: { $missing }
web-why-not-your-character = não é seu
web-why-room-occupied = ocupada
web-why-work-done = negócio feito
web-why-shop-done = negócio feito
web-why-same-room = já escolhido
web-why-no-character-there = sem personagem
web-why-nobody-to-train = ninguém para treinar
web-why-needs-two-characters = precisa de dois
web-why-not-on-sale = vendido
web-why-fish-of-season-held = você já tem
web-why-wrong-square = não aqui
web-why-slot-only-moves = só movimento
web-why-out-of-reach = fora do alcance
web-why-not-offered = indisponível
web-why-nothing-to-build = não há mais
web-why-not-now = agora não
web-steps = experiência { $step } de { $steps }
web-retires-next = se aposenta com a próxima experiência
web-pay-mon = pagar { $mon } { $mon ->
    [one] mon
   *[other] mons
    }
web-choose-room = escolher esta tenda
web-reason-lands = você pode chegar ao lado: { $square }
web-reason-wards = com esta contratação você apaga ali o próximo incêndio, de força { $strength }
web-reason-cheapest = o menor preço
web-with-surcharge = acréscimo incluído: { $mon } { $mon ->
    [one] mon
   *[other] mons
    }
web-too-dear = { $id ->
    [middle] As tendas do meio
   *[crossing] As tendas do cruzamento
    } custam { $extra } a mais: { $mon ->
    [one] falta { $mon } mon
   *[other] faltam { $mon } mons
    }
web-start-edge = Os personagens iniciais moram na ponta: o número 1 de cada nagaya.
web-sum-on-card = − { $mon } na carta
web-sum-discount = − { $mon } ({ $token })
web-sum-room = { $id ->
    [middle] no meio + { $mon } = { $sum }
   *[crossing] no cruzamento + { $mon } = { $sum }
    }
web-for-hire = Para contratar
web-first-faces = Os quatro primeiros chegam quando todos tiverem escolhido
web-you = você
web-sign-sun = Sol: escolhe o neutro dos meses ímpares
web-sign-moon = Lua: escolhe o neutro dos meses pares
web-thinking = pensando
web-away = ausente
web-at-table = À mesa
web-hand-over = Deixar o computador terminar por mim
web-hand-over-sure = Sim, sair da partida
web-replace = Substituir por um jogador virtual
web-replace-in = Substituível por um jogador virtual em { $time }
web-place-in-order = { $place }º
web-kobun = { $free } de { $all } kobuns livres
web-retired = aposentados, { $type }: { $count }
web-hungry =
    { $count ->
        [one] no dia de pagamento { $count } personagem fica sem arroz
       *[other] no dia de pagamento { $count } personagens ficam sem arroz
    }
web-payday-lacks =
    Dia de pagamento no mês { $month }: { $needs ->
        [one] { $needs } pessoa come
       *[other] { $needs } pessoas comem
    }, o arroz dá para { $fed }.
web-buildings = Edificações
web-at-square = no espaço { $square }
web-built = construída
web-close = Fechar
web-counts-fish = conta entre os peixes
web-start-step = início
web-all-turns = todos os turnos
web-nothing-yet = Ainda não aconteceu nada
web-log-undo = { $seat } desfaz uma jogada
web-log-bot = { $seat }, jogador virtual, assume o lugar
web-log-time = O tempo acabou: { $seat }, jogador virtual, assume o lugar
web-back = Voltar
web-all-choices = Todas as opções: { $count }
web-choices = Opções
web-undo = Desfazer
web-no-undo-nothing-to-undo = Nada a desfazer
web-no-undo-chance-revealed = Algo que estava oculto foi revelado
web-no-undo-turn-over = O turno terminou
web-no-undo-not-yours = A última jogada não é sua
web-no-undo-not-running = A partida não está em andamento
web-end-turn = Encerrar o turno
web-end-anyway = Encerrar mesmo assim
web-deals-left = ainda pode negociar
web-no-end = Ainda não: termine seu turno
web-turn-of = Turno de { $seat }
web-your-turn = Seu turno
web-is-moving = { $seat } está jogando
web-now-payday = Dia de pagamento
web-now-fire = Incêndio na nagaya { $nagaya }
web-now-month-ends = Fim do mês { $month }
web-go-on = Seguir
web-stage-salaries = Salários
web-stage-neighbours = Vizinhos
web-stage-food = Comida
web-stage-fed = Todos comem
web-pick-room = Uma tenda para: { $card }
web-pick-card = Quem vai para { $room }?
web-hint = Dica
web-skip = Pular
web-bar-deals = Loja e um personagem
web-bar-deals-done = Tudo feito: encerre o turno
web-bar-character = Um personagem
web-bar-deal-left = Ainda pode negociar
web-bar-press-again = Aperte de novo para encerrar o turno
web-bar-free = grátis
web-bar-lap-none = Volta completada
web-bar-lap = { $count ->
        [one] Volta: seu personagem ganha experiência
       *[other] Volta: seus { $count } personagens ganham experiência
    }
web-bar-lap-retires = { $lap } · aposentadoria: { $cards }
web-bar-pipe = { $count ->
        [one] Cachimbo
       *[other] Cachimbo: um de { $count }
    }
web-bar-pouch = { $count ->
        [one] Trouxinha
       *[other] Trouxinha: uma de { $count }
    }
web-bar-buy = { $count ->
        [one] Comprar
       *[other] Comprar os dois
    }
web-bar-of = de { $mon }
web-bar-income = Rendimento
web-bar-stay = Ficar
web-bar-guard = Proteger
web-bar-burn = Deixar queimar
web-bar-end = Encerrar
web-bar-end-sure = Certeza?
web-step-slot = +{ $mon } { $mon ->
    [one] mon
   *[other] mons
    }, sem contratar
web-step-hire = Contratar
web-step-move = Andar
web-step-trade = Negociar
web-deal-done = feito
web-not-your-turn = Não é o seu turno.
web-board-as-list = Tabuleiro em lista
web-do-it = Confirmar
web-verb-take = Pegar
web-verb-hire = Contratar
web-verb-build = Construir
web-next-payday = Próximo dia de pagamento: mês { $month }
web-next-fire = Próximo incêndio: mês { $month }, força { $strength }
web-keys = Teclas
rules-key-tab = de uma área a outra
rules-key-arrows = dentro de uma área
rules-key-all-arrows = com Shift: todos os itens, mesmo indisponíveis
rules-key-enter = pressionar o item selecionado
rules-key-esc = um passo atrás; pular a animação
rules-key-digits = as opções da barra
rules-key-income = receber o rendimento
rules-key-buy = comprar as fichas escolhidas
rules-key-undo = desfazer
rules-key-end = encerrar o turno
rules-key-all = todas as opções em lista
rules-key-log = todo o registro
rules-key-list = o tabuleiro em lista
rules-key-rules = regras e cartas
rules-key-help = esta lista
web-score-sheet = Pontuação
web-place = { $place }º lugar
web-time-left = restam { $time }
web-days-left = { $days } d e { $hours } h
web-clock = Relógio
web-clock-none = Sem relógio
web-clock-minutes = { $minutes } min cada, +{ $increment } s por turno
web-clock-days = { $days ->
    [one] { $days } dia por turno
   *[other] { $days } dias por turno
}
web-clock-level = Quando o tempo acabar, substituir por
web-rated = Partida ranqueada
web-is-rated = ranqueada
web-rated-needs = Uma mesa ranqueada é só para pessoas, sem dicas nem números próprios nas cartas.
web-rematch = Jogar de novo
web-to-rematch = Para a próxima partida
web-replay = Rever
web-review = Análise
web-sound = Sons do jogo
web-notify = Avisar quando for o meu turno, também fora desta página
web-notify-refused = O navegador não permite.
web-record = Arquivo da partida
web-pause = Pausa
web-play = Reproduzir
web-step-back = Jogada anterior
web-step-on = Próxima jogada
web-speed = Velocidade { $speed }
web-seen-from = Visto de
web-move-number = Jogada
web-move-of = Jogada { $move } de { $moves }
web-to-table = Para a mesa
web-went-wrong = Ocorreu um erro.
web-offline = O servidor não responde. A página continua tentando.
web-fatal = Ocorreu um erro nesta página
web-fatal-more = Nenhuma jogada se perdeu: a partida está no servidor. Recarregue a página para continuar; o relatório descreve o erro.
web-copy-report = Copiar o relatório
web-report = Relatório
web-reload = Recarregar

## A página: salão, espera, configurações

web-menu = Menu
web-lobby = Início
web-lobby-title = Um ano na rua comercial da antiga Edo
web-lobby-text = Contrate artesãos, ande de loja em loja, alimente sua gente no dia de pagamento e seja o assunto da cidade no Ano Novo.
web-learn = Lições
web-learn-title = Lições curtas
web-learn-text = No tabuleiro de verdade, três minutos cada.
web-learn-start = Começar a primeira lição
web-learn-go-on = Continuar com a lição { $number }
web-learn-done = { $done } de { $count } concluídas
web-learn-over = Todas as { $count } lições estão concluídas.
web-learn-again = Ver de novo
web-first-title = Sua primeira partida, com treinador
web-first-text = Ele diz o que cada jogada tem de bom. Desfaça o que quiser.
web-fact-time = 25 minutos
web-fact-opponents = { $count ->
        [one] { $count } jogador virtual
       *[other] { $count } jogadores virtuais
    }
web-fact-account = sem conta
web-play-now = Jogar agora
web-play-now-text = Pare quando quiser e volte depois.
web-play-computer = Jogar contra o computador
web-play-short = Jogar
web-without-hints = sem dicas
web-change = Alterar
web-friends = Jogar com amigos
web-friends-text = Envie um link, sente-se e jogue.
web-friends-go = Abrir uma mesa
web-friends-short = Com amigos
web-private = privada
web-public = pública
web-strength = Nível
web-pace = Ritmo
web-no-clock = sem relógio
web-card-numbers = Números das cartas
web-cards = Cartas
web-open-tables = Mesas abertas
web-watch = Partidas para assistir
web-leads = { $name } lidera com { $points } IKI
web-payday-next = dia de pagamento neste mês
web-fire-next = incêndio de força { $strength } neste mês
web-puzzle-today = Problema do dia
web-your-games = Suas partidas
web-turn-at = Sua vez: { $name }
web-running-count = { $count ->
        [one] { $count } em andamento
       *[other] { $count } em andamento
    }
web-waiting-count = { $count ->
        [one] { $count } espera jogadores
       *[other] { $count } esperam jogadores
    }
web-continue = Continuar
web-look-in = Ver
web-month-of-year = Mês { $month } de 12
web-month-payday = Mês { $month } de 12, termina com dia de pagamento
web-month-fire = Mês { $month } de 12, termina com um incêndio de força { $strength }
web-last-move = Última jogada { $ago }
web-just-now = agora mesmo
web-you-won = Você venceu, { $points } a { $others }
web-they-won = { $name } venceu, { $points } a { $others }
web-look-back = Rever
web-small-board = O tabuleiro no mês { $month }
web-seats-free = { $count ->
        [one] { $count } lugar livre
       *[other] { $count } lugares livres
    }
web-others-find = Deixe que outros jogadores encontrem você.
web-open-public = Abrir uma mesa pública
web-against = contra { $names }
web-no-results = Ainda não há partidas encerradas.
web-today = hoje
web-how-month = Um mês em quatro imagens
web-how-boat = O barco define quanto você anda e quem começa.
web-how-hire = Contrate um personagem para uma tenda ou receba seu rendimento.
web-how-walk = Ande e negocie com a loja e um personagem onde parar.
web-how-payday = Alguns meses terminam com o dia de pagamento, quando sua gente come; outros, com um incêndio.
web-tab-tables = Mesas
web-no-open = Nenhuma mesa está esperando jogadores.
web-no-open-for = Nenhuma mesa aberta tem { $count } lugares.
web-join = Entrar
web-any-players = qualquer número de jogadores
web-minutes-ago = há { $count } min
web-hours-ago = há { $count } h
web-days-ago = { $count ->
        [one] há { $count } dia
       *[other] há { $count } dias
    }
web-finished = encerrada
web-month = mês { $month }
web-your-name = Seu nome
web-name-too-long = Um nome tem no máximo { $most } letras.
web-name = Nome
web-edition-label = Edição
web-players-label = Jogadores
web-players = { $count } jogadores
web-seats = Lugares
web-seat-you = Você
web-seat-local = Outra pessoa nesta tela
web-seat-open = Lugar livre
web-computer = Computador ({ $level })
web-level-easy = fácil
web-level-medium = médio
web-level-skilled = hábil
web-level-hard = difícil
web-level-expert = especialista
web-level-master = mestre
web-style-of = Estilo do lugar { $number }
web-style-none = sem estilo
web-style-builder = construtor
web-style-builder-likes = Guarda madeira e koban para edificações.
web-style-fisher = pescador
web-style-fisher-likes = Compra peixe em cada estação.
web-style-employer = empregador
web-style-employer-likes = Contrata assim que tem um kobun livre.
web-style-captain = capitão
web-style-captain-likes = Sobe cedo no combate a incêndios.
web-random-seats = Ordem de jogo sorteada
web-allow-hints = Dicas permitidas
web-help = Ajuda
web-help-none = nenhuma
web-help-hints = dicas
web-help-coach = treinador
web-own-numbers = Usar os números do seu exemplar
web-own-numbers-told = Um arquivo TOML com os números impressos nas suas cartas.
web-own-numbers-remove = Remover
web-with-own-numbers = números próprios
web-from-position = a partir de uma posição
web-with-hints = com dicas
web-with-chat = com conversa
web-with-coach = com treinador
web-listed = Pública: qualquer pessoa pode entrar pela página inicial
web-pace-days = Por turnos, durante vários dias
web-pace-live = De uma vez só
web-spectators = Espectadores permitidos
web-allow-chat = Conversa permitida
web-table-name = Nome da mesa
web-begin = Começar a partida
web-waiting-room = Esperando jogadores
web-who-are-you = Quem é você?
web-who-told = Os outros veem seu nome e seu brasão.
web-all-taken = Todos os lugares estão ocupados. Você poderá assistir à partida.
web-all-taken-private = Todos os lugares estão ocupados e a partida é sem espectadores.
web-table-closed = Esta mesa está fechada
web-sit-down = Ocupar um lugar
web-host = anfitrião
web-copy-link = Copiar o link
web-share-link = Compartilhar o link
web-send-link = Envie este link
web-scan = Código QR do link
web-copied = Copiado
web-seats-open = { $count ->
        [one] há { $count } lugar livre
       *[other] há { $count } lugares livres
    }
web-crest = Brasão
web-crest-wave = onda
web-crest-plum = ameixeira
web-crest-scales = escamas
web-crest-diamond = losangos
web-crest-of = { $crest }: é de { $name }
web-give-seat = Lugar { $number }: quem joga aqui
web-ready = Pronto
web-not-ready = Ainda não está pronto
web-awaits = esperando { $names }
web-host-begins = O anfitrião começa a partida.
web-more = Mais
web-close-table = Fechar a mesa
web-leave = Sair da mesa
web-language = Idioma
web-theme-change = Claro ou escuro
web-theme-system = Como no sistema
web-theme-light = Claro
web-theme-dark = Escuro
web-motion = Animações
web-motion-full = Todas
web-motion-less = Reduzidas
web-quick-tap = Jogar com um só toque, sem confirmar
web-other-device = Continuar em outro aparelho
web-once = O link vale uma só vez, por 15 minutos.
web-saved = Salvo
web-local-loading = A mesa está carregando: { $loaded } de { $total } MB
web-local-large = A mesa precisa de { $total } MB uma vez; depois funciona sem conexão.
web-local-load = Carregar agora
web-local-failed = Não foi possível carregar a mesa. Verifique a conexão e tente de novo.
web-local-again = Tentar de novo
web-local-unkept = Este navegador não guarda nada: suas partidas acabam com esta aba.
web-local-friends = Na mesma tela, um de cada vez.
offline-kept-games = Suas partidas
offline-kept-where = Partidas, lições e problemas ficam só neste navegador. Leve-os em um arquivo.
offline-kept-save = Salvar em um arquivo
offline-kept-open = Adicionar de um arquivo
offline-kept-added = Tudo do arquivo foi adicionado.
offline-kept-wrong = Este não é um arquivo de partidas do edokko.
offline-kept-absent = Aqui não há servidor: faltam pessoas de fora, chat, classificações e eventos.
web-create-link = Criar um link
web-behaviour = Jogo
web-look = Aparência
web-move-in = Continuar aqui como o jogador do seu outro aparelho? O jogador atual deste aparelho será descartado.
web-move-in-yes = Continuar aqui
web-games-won = { $games } { $games ->
        [0] partidas
        [one] partida
       *[other] partidas
    }, { $wins } { $wins ->
        [0] vitórias
        [one] vitória
       *[other] vitórias
    }
web-rating = { $players } jogadores: rating { $rating } após { $games } { $games ->
    [one] partida
   *[other] partidas
    }
web-favourites = Mais contratados
web-results = Resultados
web-result = { $place }º lugar entre { $players }, { $points } IKI

## A página: o que significa cada número ou desenho

web-tip-mon = Paga contratações, mercadorias e edificações. No fim, cada { $every } mons dão 1 IKI.
web-tip-rice = Em cada dia de pagamento, cada personagem deste jogador no tabuleiro come 1 de arroz. No tabuleiro agora: { $mouths }.
web-tip-sandals = Com 1 sandália, o oyakata anda 1 espaço a mais.
web-tip-wood = Paga edificações. No fim, cada madeira dá { $iki } IKI.
web-tip-koban = Paga edificações. No fim, cada koban dá { $iki } IKI.
web-tip-iki =
    { $count } IKI
    A pontuação até agora. Se a partida acabasse agora, seriam { $points }. Vence quem tiver mais IKI.
web-tip-fire =
    Combate a incêndio: { $count }
    Decide quem escolhe primeiro e se um incêndio para nas tendas deste jogador.
web-tip-retired =
    { $type }
    Aposentados: { $retired }; no tabuleiro: { $standing }. Os personagens aposentados trazem o salário em cada dia de pagamento e não comem. No fim, de 1 a { $most } ofícios diferentes, no tabuleiro ou aposentados, dão { $row } IKI.
web-tip-kobun = Há um kobun em cada carta deste jogador. Sem um kobun livre, não se pode contratar nem construir.
web-tip-goods = Peixes de estações diferentes dão { $row } IKI no fim. As trouxinhas de tabaco também contam, em dobro com um cachimbo.
web-tip-order = É o { $place }º a jogar neste mês, pelos barcos, da esquerda para a direita.
web-tip-hire-discount = Cada contratação custa 1 mon a menos.
web-tip-extra-step = Cada movimento pode ter 1 espaço a mais.
web-tip-fire-guard = Salva um personagem de um incêndio, uma única vez.
web-tip-joker = O Titeriteiro conta no fim como o ofício que render mais.
web-tip-payday = O mês termina com um dia de pagamento: salários, depois personagens vizinhos do mesmo ofício, depois comida.
web-tip-fire-month = O mês termina com um incêndio de força { $strength }. Começa na ponta externa de uma nagaya sorteada.
web-tip-new-year = Cada jogador visita mais um espaço e pode negociar lá. Depois conta-se a pontuação final.
web-tip-hint = As três melhores jogadas, com a chance de vencer e um motivo.
web-tip-fire-next = Próximo incêndio: mês { $month }, força { $strength }.
web-hint-at = { $move }, tenda { $room }
web-hint-food = no dia de pagamento precisa de { $needs } de arroz, tem { $has }
web-hint-else = A dica não recomenda { $card }. Melhor: 1, 2 e 3.

## The lessons: titles, sentences, sums, replies

# the lessons on the page
lesson-step = Passo { $step } de { $steps }
lesson-number = Lição { $number }: { $title }
lesson-bar = Lição
lesson-may-press = Você pode tocar em
lesson-may-move = { $move }, ou qualquer carta para lê-la
lesson-may-button = O botão vermelho, ou qualquer carta para lê-la
lesson-may-next = “Avançar”, ou qualquer carta para lê-la
lesson-leave = Sair da lição
lesson-back = Voltar
lesson-next = Avançar
lesson-later = Mais adiante nesta lição.
lesson-all = Todas as lições
lesson-list-lead = Aprenda IKI tocando em coisas de verdade no tabuleiro de verdade. Nada conta, e você pode sair de uma lição e continuar depois.
lesson-list-size = { $steps } passos, cerca de { $minutes } minutos
lesson-list-start = Começar
lesson-list-go-on = Continuar
lesson-list-again = Refazer
lesson-press-letter = Toque em uma letra. Tente quantas vezes quiser.
lesson-show = Mostre-me
lesson-letter = { $letter }: { $target }
lesson-lanterns = Lanternas acesas: { $count } de { $all }
lesson-print = Esta gravura é sua
lesson-print-of = Gravura: { $title }
lesson-print-later = Ainda não impressa: { $title }
lesson-wall = Suas gravuras
lesson-kept = { $count ->
    [3] As três lanternas: esplêndido.
    [2] Duas lanternas de três: muito bem.
    [1] Uma lanterna de três: bom trabalho.
   *[other] Você chegou ao fim, e é isso que conta.
}
lesson-again = De novo, por três lanternas
lesson-aim-people = gente que rende
lesson-aim-neighbours = bons vizinhos
lesson-aim-goods = o que você reúne

lesson-otherwise = Agora não: este passo pede “{ $move }”.
lesson-otherwise-next = Isso vem mais adiante na lição. Toque em “Avançar”.

lesson-street = A rua
lesson-street-learned = Seu barco diz quanto você anda; onde você para, negocia.
lesson-street-aim = Doze meses: quem tem mais IKI no Ano Novo vence.
lesson-street-oyakata = Esta figura é o seu oyakata: ele dá voltas pelos oito espaços da rua.
lesson-street-boat = O número do seu barco diz quanto você vai andar.
lesson-street-boat-ask = Que barco leva você à loja de arroz?
lesson-street-boat-short = Este barco para cedo demais; conte os espaços até a loja de arroz.
lesson-street-boat-far = Este barco passa direto; conte os espaços desde a largada.
lesson-street-boat-yes = Tantos espaços quanto o seu número: lá está a loja de arroz.
lesson-street-income = Receba o rendimento em mon, as moedas desta rua.
lesson-street-no-hire = Você vai contratar na próxima lição. Agora receba o rendimento.
lesson-street-walk = Ande o que diz o seu barco; cada sandália gasta soma um espaço.
lesson-street-walk-ask = Que caminho não custa sandália?
lesson-street-walk-no = É um espaço a mais do que diz o seu barco: precisa de uma sandália.
lesson-street-walk-yes = Exatamente o que diz o seu barco, e as sandálias ficam com você.
lesson-street-shop = Você está na loja de arroz: faça um negócio com ela.
lesson-street-not-done = Primeiro compre o arroz: você vai precisar dele.
lesson-street-done = Termine o seu turno; depois jogam os outros jogadores.
lesson-street-month = Um novo mês: quem está à frente no combate a incêndio escolhe o barco primeiro.
lesson-street-month-ask = Quem escolhe primeiro neste mês?
lesson-street-month-no = Aqui ainda não há combate a incêndio; veja quem parou na torre.
lesson-street-month-yes = Uma parada na torre bastou para ficar em primeiro.

lesson-hiring = Contratar
lesson-hiring-learned = Você contrata gente: cada um pede o seu custo, uma tenda e um dos seus kobun.
lesson-hiring-row = Em vez do rendimento, você pode contratar uma destas pessoas.
lesson-hiring-mon = Você paga o custo da carta e fica com o mon que está sobre ela.
lesson-hiring-mon-ask = Qual delas deixa mais mon para você?
lesson-hiring-mon-no = { $monk }: há um mon sobre a carta, mas é cara; compare os custos.
lesson-hiring-mon-bare = { $sandal_maker }: não há mon sobre esta carta; procure uma com moeda.
lesson-hiring-mon-yes = { $book_lender }: um custo baixo e um mon de presente.
lesson-hiring-fire = Alguns aumentam o seu combate a incêndio assim que têm uma tenda.
lesson-hiring-fire-ask = Quem traz combate a incêndio?
lesson-hiring-fire-no = Esta carta não traz; procure o sinal no alto das cartas.
lesson-hiring-fire-yes = { $monk }: um passo a mais, e agora você contrata esta carta.
lesson-hiring-place = Todos precisam de uma tenda; no cruzamento ela custa { $surcharge } mon a mais.
lesson-hiring-place-ask = Que tenda deixa mais mon para você?
lesson-hiring-place-no = Esta tenda fica no cruzamento e custa mais; procure mais longe.
lesson-hiring-place-yes = Longe do cruzamento você não paga nada a mais.
lesson-hiring-kobun = Um ajudante da sua cor, um kobun, fica em cada carta sua; livres: { $kobun }.
lesson-hiring-kobun-ask = Qual destas pessoas também é sua?
lesson-hiring-kobun-no = Aqui o kobun é de outra cor; compare com a sua carta “{ $monk }”.
lesson-hiring-kobun-yes = É a sua cor: também trabalha para você.
lesson-hiring-land = Agora ande o que diz o seu barco, de onde está o seu oyakata.
lesson-hiring-land-ask = Onde você chega sem sandália?
lesson-hiring-land-no = Precisa de uma sandália; conte de novo a partir do seu oyakata.
lesson-hiring-land-yes = O que diz o barco: você chega à torre anti-incêndio.

lesson-other-done = Ainda não: primeiro faça o negócio destacado.
lesson-other-deal = Esse negócio é permitido, mas faça o destacado.
lesson-other-deal-later = Agora nenhum negócio é preciso: termine o seu turno.

lesson-neighbours = Vizinhos
lesson-neighbours-learned = Vizinhos do mesmo ofício ganham juntos.
lesson-neighbours-type = A cor e o sinal mostram o ofício: aqui, um artesão.
lesson-neighbours-nagaya = A harmonia: dois do mesmo ofício em uma casa de quatro tendas dão IKI.
lesson-neighbours-nagaya-ask = Em que casa os artesãos estão em harmonia?
lesson-neighbours-nagaya-no = Aqui mora só um artesão; procure dois em uma casa.
lesson-neighbours-nagaya-none = Aqui há dois mestres em harmonia; procure dois artesãos.
lesson-neighbours-nagaya-yes = Dois artesãos em uma casa: no dia de pagamento dão IKI ao dono.
lesson-neighbours-hire = As quatro tendas do cruzamento também são vizinhas; lá há dois artesãos.
lesson-neighbours-hire-ask = Quem você contrata para se juntar a eles?
lesson-neighbours-hire-no = É outro ofício; procure a cor e o sinal dos artesãos.
lesson-neighbours-hire-yes = Um terceiro artesão: agora precisa da melhor tenda.
lesson-neighbours-place = A harmonia paga: sua gente no grupo × toda a gente desse ofício.
lesson-neighbours-place-ask = Onde seu artesão rende mais no dia de pagamento?
lesson-neighbours-place-one = Nada mal: um seu em cada grupo; procure onde você teria dois.
lesson-neighbours-place-alone = Sozinho nesta casa ele não rende nada; procure outros artesãos.
lesson-neighbours-place-yes = { $kobun } seus vezes { $cards } no grupo, a cada dia de pagamento.
lesson-neighbours-done = Termine o seu turno: este mês acaba com o dia de pagamento.
lesson-neighbours-iki = A harmonia pagou, e vai pagar de novo a cada dia de pagamento.
lesson-neighbours-next = Este seu lojista ainda está sozinho.
lesson-neighbours-next-ask = Onde um segundo lojista faria harmonia?
lesson-neighbours-next-no = Nesta casa não há lojista; veja onde está o seu.
lesson-neighbours-next-yes = Mesmo ofício, mesma casa: isso é harmonia.

lesson-trade = Comércio e experiência
lesson-trade-learned = Dois negócios em cada parada e experiência em cada volta.
lesson-trade-lap = Quando seu oyakata passa a linha de largada, sua gente sobe um degrau.
lesson-trade-lap-ask = Quem chega então ao topo e se aposenta?
lesson-trade-lap-no = { $monk }: ainda faltam degraus; compare as escadas das cartas.
lesson-trade-lap-yes = { $dyer }: só falta o último degrau.
lesson-trade-sandal = Você está no barco 1; cada sandália gasta soma um espaço.
lesson-trade-sandal-ask = Onde você chega com uma só sandália?
lesson-trade-sandal-none = Aqui só o barco já leva você; uma sandália leva mais longe.
lesson-trade-sandal-two = Aqui você gasta mais de uma; pare antes.
lesson-trade-sandal-yes = Um espaço pelo barco, outro pela sandália: a loja de arroz.
lesson-trade-retired = { $dyer }: na aposentadoria, seu kobun fica livre, e ainda paga em cada dia de pagamento.
lesson-trade-shop = Agora negocie: primeiro faça um negócio com a loja.
lesson-trade-work = Depois você pode negociar com uma pessoa do seu espaço, mesmo de outro jogador.
lesson-trade-work-ask = Com quem você pode negociar aqui?
lesson-trade-work-no = Essa tenda é de outro espaço; olhe atrás da loja de arroz.
lesson-trade-work-yes = Logo atrás da loja de arroz, e o negócio traz arroz.
lesson-trade-owner = Seu negócio fez subir um degrau a pessoa do outro jogador.

lesson-payday = Dia de pagamento e comida
lesson-payday-learned = Antes de cada dia de pagamento: um arroz para cada pessoa sua.
lesson-payday-months = O dia de pagamento vem quatro vezes por ano, no fim destes meses.
lesson-payday-food = No dia de pagamento cada pessoa sua no tabuleiro come um arroz.
lesson-payday-food-ask = Quem tem arroz de menos?
lesson-payday-food-no = Aqui há arroz suficiente; compare a gente e o arroz de cada um.
lesson-payday-food-yes = Você: alguém vai passar fome e ir embora.
lesson-payday-salary = Antes disso, cada pessoa paga o salário do degrau do seu kobun.
lesson-payday-salary-ask = Quem paga mais IKI a você?
lesson-payday-salary-none = { $yamabushi }: nenhum salário; procure IKI nas escadas.
lesson-payday-salary-mon = { $soba }: mon são úteis, mas procure IKI.
lesson-payday-salary-yes = { $seamstress }: seu kobun está ao lado dos IKI, e começa o dia de pagamento.
lesson-payday-retired = Uma pessoa aposentada paga seu último salário a cada dia de pagamento.
lesson-payday-starve = Falta um arroz: uma pessoa sua precisa sair.
lesson-payday-starve-ask = Quem faz menos falta?
lesson-payday-starve-no = Esta paga a cada dia de pagamento; procure alguém sem salário.
lesson-payday-starve-yes = { $yamabushi }: nenhum salário se perde.
lesson-payday-kobun = O kobun fica livre de novo, e seu combate a incêndio continua.
lesson-payday-rice = O próximo dia de pagamento fecha o mês { $next }: junte o arroz antes.
lesson-payday-rice-ask = Onde você consegue arroz?
lesson-payday-rice-no = Aqui se vendem sandálias; procure o arroz nas placas.
lesson-payday-rice-away = Aqui você dá arroz em troca de mon; procure uma loja que venda.
lesson-payday-rice-yes = A loja de arroz: pare lá antes do dia de pagamento.

lesson-fire = Incêndio e Ano Novo
lesson-fire-learned = Um combate tão alto quanto o incêndio protege sua gente.
lesson-fire-months = Três vezes por ano um mês acaba com um incêndio.
lesson-fire-weaker = Ele entra em uma casa pela borda, e cada tenda o enfraquece.
lesson-fire-weaker-ask = Onde o incêndio é mais fraco?
lesson-fire-weaker-edge = Aqui ele começa com toda a força; olhe na direção do cruzamento.
lesson-fire-weaker-no = Ele já é mais fraco, mas ainda resta uma tenda.
lesson-fire-weaker-yes = Junto ao cruzamento: o caminho mais longo, o incêndio mais fraco.
lesson-fire-guard = Ele queima quem tem um dono com menos combate a incêndio do que a força do fogo ali.
lesson-fire-guard-ask = Quem está seguro nesta casa?
lesson-fire-guard-no = O combate a incêndio do dono não alcança a força do fogo; compare os dois números.
lesson-fire-guard-near = É seu, e falta pouco; veja quem está mais para dentro.
lesson-fire-guard-yes = Tão alto quanto o fogo ou mais: o incêndio se apaga.
lesson-fire-tower = Você está na torre anti-incêndio, que aumenta o seu combate.
lesson-fire-done = Termine o seu turno: o incêndio chega a esta casa.
lesson-fire-out = A primeira tenda queimou, mas sua pessoa apagou o incêndio.
lesson-fire-visit = Ano Novo: visite qualquer espaço sem andar e negocie uma última vez.
lesson-fire-visit-ask = Onde você consegue mais IKI?
lesson-fire-visit-tower = Não haverá mais incêndios; procure um negócio que dê IKI.
lesson-fire-visit-mon = Alguns mon, mas nenhum IKI; veja a pessoa iluminada.
lesson-fire-visit-yes = Primeiro penhore uma sandália; depois { $incense } troca mon por IKI.
lesson-fire-trade = Negocie uma última vez: uma sandália por mon, depois mon por IKI.

lesson-goods = Peixes, cachimbos, trouxinhas de tabaco e edificações
lesson-goods-learned = O que você reúne conta no Ano Novo.
lesson-goods-fish = No mercado de peixe você pode comprar um peixe por estação.
lesson-goods-seasons = No fim, os peixes de estações diferentes contam juntos.
lesson-goods-seasons-ask = De quem são os peixes que mais rendem agora?
lesson-goods-seasons-no = Um peixe caro de uma estação; procure peixes de duas.
lesson-goods-seasons-none = Aqui não há peixe; compare o que os jogadores têm.
lesson-goods-seasons-yes = Os seus: dois peixes baratos de duas estações superam um caro.
lesson-goods-tobacco = A loja de tabaco vende um cachimbo e uma trouxinha de tabaco em um negócio.
lesson-goods-other-tobacco = Bom, mas leve os dois artigos destacados em um negócio.
lesson-goods-double = No fim, uma trouxinha de tabaco dá IKI e um cachimbo dobra esse valor.
lesson-goods-build = Na área de construção você paga uma edificação com koban e madeira.
lesson-goods-build-ask = Que edificação você pode pagar?
lesson-goods-build-no = Custa mais do que você tem; compare o custo com os seus bens.
lesson-goods-build-yes = { $inn }: você tem exatamente o que custa.
lesson-goods-place = Como uma pessoa, ocupa uma tenda e um kobun livre.
lesson-goods-place-ask = Que tenda não custa nada a mais?
lesson-goods-place-no = Uma edificação também paga o cruzamento; procure mais longe.
lesson-goods-place-yes = Longe do cruzamento não custa nada a mais.
lesson-goods-rice = O dia de pagamento volta, e sua gente vai ter fome.
lesson-goods-rice-ask = Qual destes não precisa de arroz?
lesson-goods-rice-no = Uma pessoa come um arroz; procure o que não é uma pessoa.
lesson-goods-rice-yes = { $inn }: uma edificação nunca come.
lesson-goods-points = Agora não paga nada, mas seus IKI contam no fim.

lesson-end = O fim e a pontuação
lesson-end-learned = Vence quem tem mais IKI, e muitos vêm do que você reúne.
lesson-end-track = No Ano Novo contam primeiro os IKI da trilha.
lesson-end-track-ask = Quem está à frente na trilha?
lesson-end-track-you = Na trilha você está em último; compare os outros números.
lesson-end-track-no = Bem perto; compare este número com os outros.
lesson-end-track-yes = À frente por enquanto, mas ainda há muito a contar.
lesson-end-types = Ofícios diferentes dão IKI; { $card }, na aposentadoria, vale pelo que falta.
lesson-end-fish = Os peixes de estações diferentes contam juntos, e os caros um pouco mais.
lesson-end-fish-ask = Quem recebe mais IKI pelos peixes?
lesson-end-fish-no = Aqui há menos estações; conte os peixes de cada um.
lesson-end-fish-yes = Os seus: mais estações e peixes caros entre eles.
lesson-end-pouches = Uma trouxinha de tabaco dá IKI, e um cachimbo dobra esse valor.
lesson-end-pouches-ask = Quem recebe mais IKI pelo tabaco?
lesson-end-pouches-no = Pouco ou nenhum tabaco aqui; procure trouxinhas de tabaco com um cachimbo.
lesson-end-pouches-yes = Suas trouxinhas de tabaco contam em dobro, porque você tem um cachimbo.
lesson-end-building = Esta sua edificação dá de novo os IKI dos seus peixes.
lesson-end-who = Koban, madeira e mon somam um pouco no fim.
lesson-end-who-ask = Então, quem vence?
lesson-end-who-no = Forte na trilha, mas com menos bens; some os de cada um.
lesson-end-who-yes = Você, do último lugar da trilha: vence quem tem mais IKI.
lesson-end-done = Falta uma coisa: termine o seu último turno.
lesson-end-total = Esta é a sua soma completa, da trilha ao último mon.
## A página: o tabuleiro de análise e os problemas

study-title = Tabuleiro de análise
study-intro = Jogue por todos, escolha o que o acaso traz, volte e tente outra coisa. O motor mostra as melhores jogadas.
study-from-empty = Uma partida nova
study-from-record = Um registro
study-drop = Escolha o arquivo de um registro ou solte-o em qualquer lugar desta página.
study-from-position = Uma posição em uma linha
study-file = Escolher um arquivo
study-example = Uma posição para experimentar
study-try = Experimentar
study-players = { $count } jogadores
study-open = Abrir o tabuleiro
study-seen-from = Visto de
study-best = Melhores jogadas
study-engine = Motor
study-engine-off = O motor está desligado.
study-thinking = O motor começa …
study-waiting = { $count ->
        [one] Há uma análise antes da sua.
       *[other] Há { $count } análises antes da sua.
    }
study-simulations = { $count } simulações
study-first-guess = Uma primeira estimativa
study-lost = Todas as jogadas perdem mais ou menos igual. Estão na ordem da pontuação esperada.
study-win = chance de vencer
study-played = jogada na partida
study-deeper = Olhar mais a fundo
study-variations = Variantes
study-start = Início
study-promote = Linha principal
study-delete = Apagar
study-more = Mais { $count }
study-name-variation = Nome desta variante
study-comment = Comentário
study-walk = Jogadas e estudo
study-back = Uma jogada para trás
study-on = Uma jogada adiante
study-name = Nome do estudo
study-save = Salvar
study-save-copy = Salvar uma cópia
study-copy-position = Copiar a posição
study-analyse = Analisar
study-play-on = Continuar jogando
study-play-title = Continuar jogando daqui
study-play-told = Uma nova mesa começa nesta posição. Escolha seu lugar e quem joga nos outros. A partida não conta para o ranking nem para os resultados.
study-play-chance = Agora é a vez do acaso: o sorteio acontece no início da partida.
study-play-over = A partida já terminou aqui: não há mais nada a jogar.
study-play-decides = joga agora
study-as-study = Como estudo
study-no-record = Uma partida que começou em uma posição não tem arquivo. Um estudo guarda as jogadas.
study-chance = O que o acaso traz
study-draw = Deixar o acaso decidir
study-choose-chance = Eu escolho o acaso
study-choose-reveal = { $count ->
        [one] Escolha o personagem que é revelado.
       *[other] Escolha os { $count } personagens que são revelados.
    }
study-choose-buildings = { $count ->
        [one] Escolha a edificação à venda.
       *[other] Escolha as { $count } edificações à venda.
    }
study-choose-closed = Escolha o barco que é fechado.
study-choose-fire = Escolha a nagaya onde o incêndio começa.
study-chance-reveal = Revelado: { $names }
study-chance-buildings = À venda: { $names }
study-chance-closed = Fechado: { $names }
study-chance-fire = Incêndio: { $names }
study-reviewing = A partida está sendo analisada: { $done } de { $total } decisões
study-review-turns = O que virou a partida
study-review-curve = Chances de vencer, mês a mês
study-review-mine = Seus erros
study-review-flawless = Nenhum erro encontrado.
study-chances = Chance de vencer
study-expected = IKI esperados
study-as-table = Como tabela
study-as-curve = Como curva
study-review-off = Fechar a análise
study-mistake-before = Erro anterior
study-mistake-after = Próximo erro
study-mistakes-others = Erros dos outros
study-mistakes = Erros
study-curve = Curva
study-turns-short = Viradas
study-figures = Números
study-forced = Nada a escolher aqui.
study-equal = Nenhuma outra jogada é claramente melhor.
study-reviews-before = { $count ->
    [one] Há uma análise antes.
   *[other] Há { $count } análises antes.
}
study-again = Tentar de novo
study-then = depois { $moves }
study-decides = { $seat } decide
puzzle-title = Problema
puzzle-tried = { $count } tentaram
puzzle-you = Seu peão.
puzzle-board = O tabuleiro do problema, mês { $month }
puzzle-difficulty = Dificuldade { $difficulty } de 5
puzzle-question = { $count ->
        [one] { $seat }: encontre a melhor jogada.
       *[other] { $seat }: encontre as { $count } melhores jogadas.
    }
puzzle-theme-slot = Começa com um barco.
puzzle-theme-hire = Começa com rendimento ou contratação.
puzzle-theme-walk = Começa com um movimento na rua.
puzzle-theme-trade = Começa com o comércio.
puzzle-theme-visit = É Ano Novo: começa com uma visita.
puzzle-theme-loss = Algo se perde. Escolha o quê.
puzzle-ask-slot = Qual barco é o melhor aqui?
puzzle-ask-hire = Rendimento, ou quem você contrata?
puzzle-ask-walk = Até onde você vai?
puzzle-ask-trade = Qual negócio é o melhor aqui?
puzzle-ask-visit = Qual espaço você visita no Ano Novo?
puzzle-ask-loss = Do que você abre mão?
puzzle-help-slot = O barco diz quanto você anda. O mais à esquerda joga antes.
puzzle-help-hire = Um personagem custa mons agora e rende a cada dia de pagamento.
puzzle-help-walk = Cada espaço tem sua loja. Com sandálias você vai mais longe.
puzzle-help-trade = Um negócio com a loja e um com um personagem.
puzzle-help-visit = São os últimos negócios da partida: só o IKI conta.
puzzle-help-loss = Compare o que cada um ainda traz.
puzzle-kind-ikizama = Pense em quem joga antes de você e nos espaços ao alcance.
puzzle-kind-income = Desta vez não é uma contratação.
puzzle-kind-hire = Contratar é melhor do que o rendimento.
puzzle-kind-move = Veja o que cada espaço oferece.
puzzle-kind-shop = É um negócio com a loja.
puzzle-kind-work = É um negócio com um personagem.
puzzle-kind-done = Aqui o melhor é parar.
puzzle-kind-visit = Veja o que cada espaço oferece.
puzzle-kind-guard = Gaste a proteção: esta carta vale a pena.
puzzle-kind-burn = Guarde a proteção.
puzzle-kind-starve = Compare o que eles ainda trarão.
puzzle-hint = Dica
puzzle-hint-wrong = Parece bom, mas não é o melhor: { $move }
puzzle-give-up = Ver a solução
puzzle-on = Certo até aqui. Continue.
puzzle-goes-on = { $count ->
        [one] Certo. Falta uma decisão.
       *[other] Certo. Faltam { $count } decisões.
    }
puzzle-play-on = Continuar
puzzle-found = Você encontrou.
puzzle-wrong = Outra jogada é melhor.
puzzle-counts = { $found } de { $answers } jogadores encontraram.
puzzle-sum = vence { $win } de 100 partidas, { $iki } IKI
puzzle-solution = A solução
puzzle-play-out = Jogar a linha
puzzle-analyse = Tabuleiro de análise
puzzle-next = Próximo problema
puzzle-look = Rever

## A página: as regras em resumo

rules-goal = Do que se trata
rules-goal-text = Você é mercador em uma rua comercial de Edo. Durante doze meses, contrata personagens, ajuda-os a ganhar experiência e constrói. Vence o jogador com mais *IKI* no fim.
rules-month = Um mês
rules-month-text = Na ordem do [combate a incêndio|firefighting], cada jogador escolhe um barco. Ele diz quanto você anda. Depois os jogadores fazem seus turnos, *da esquerda para a direita*. Os barcos são a trilha Ikizama, o *modo de vida* do manual.
rules-month-free = O barco *1–4* dá *{ $mon }*, sem rendimento nem contratação.
rules-month-bare = Barco *1–4*: sem rendimento nem contratação.
rules-hire = Contratar
rules-hire-text = Receba *{ $income }* ou faça uma contratação: pague o custo do personagem menos os mons sobre a carta. Um [kobun] livre vai junto.
rules-hire-corner = Uma tenda no *cruzamento* custa *+{ $mon }*. As quatro são um quinto grupo de vizinhos.
rules-hire-middle = A tenda *do meio* de uma [nagaya] custa *+{ $mon }*. Ela pertence às duas lojas.
rules-move = Andar
rules-move-text = Seu [oyakata] anda o número do seu barco, mais 1 espaço por sandália. Quando cruza a [linha da volta|lap], todos os seus personagens no tabuleiro ganham 1 de [experiência|experience].
rules-trade = Negociar
rules-trade-text = Um negócio com a loja do seu espaço e um com um personagem das tendas dela. O personagem de outro jogador ganha com isso 1 de [experiência|experience].
rules-trade-retire = Um personagem que chega ao círculo se aposenta: seu [kobun] fica livre de novo.
rules-payday = Dia de pagamento
rules-payday-months = fim dos meses { $months }
rules-salary = *Salários* de todos os personagens, no tabuleiro e aposentados
rules-harmony = *Vizinhos* do mesmo ofício em uma [nagaya], ao menos dois: seus [kobuns|kobun] × todas as cartas deles, p. ex. { $kobun } × { $cards } = { $iki } IKI
rules-food = *Comida:* 1 de arroz por personagem seu *no tabuleiro*, ou ele vai embora
rules-houses = Edificações que pagam: *{ $names }*
rules-fire = Incêndio
rules-fire-less = um a menos em cada tenda
rules-fire-text = Começa na ponta externa de uma [nagaya] e queima personagens, edificações e [neutros|neutral]. Um dono com [combate a incêndio|firefighting] igual ou maior que a força apaga o incêndio.
rules-goods = Bens
rules-goods-end = no fim
rules-goods-text = As trouxinhas de tabaco contam em dobro com um cachimbo. Arroz e sandálias não dão nada.
rules-fish = Peixes
rules-fish-seasons = estações diferentes
rules-types = Ofícios
rules-types-text = Contam todos os personagens que você contratou, *no tabuleiro e aposentados*.
rules-buildings = Edificações
rules-buildings-text = { $shop }: *{ $mon }* e o custo da edificação. Um [kobun] livre fica nela. Ninguém negocia com ela e ela não precisa de comida, mas pode queimar.
rules-end = Pontuação
rules-end-text = No dia de Ano Novo, cada jogador visita mais um espaço, à escolha. Depois somam-se IKI, ofícios, peixes, trouxinhas de tabaco, edificações e bens. No empate, vence o maior [combate a incêndio|firefighting].
rules-two = Dois jogadores
rules-two-text = Todo mês um barco é bloqueado. No fim, o jogador do sol (meses ímpares) ou da lua (meses pares) põe um personagem [neutro|neutral] numa tenda livre.
rules-two-old = No fim de cada mês um jogador põe um personagem [neutro|neutral] numa tenda livre.
rules-now = seu passo agora
rules-now-other = o passo atual
rules-search = Buscar: incêndio, arroz…
rules-none = Nenhuma regra com essa palavra. Tente incêndio, arroz ou dia de pagamento.
rules-own = Seus bens
web-note-kobun = Kobun: seus trabalhadores. Há um em cada carta sua; ele volta quando a carta se aposenta ou vai embora.
web-note-nagaya = Nagaya: uma fila de tendas, marcada por uma letra. As cartas nela são vizinhas.
web-note-oyakata = Oyakata: sua peça grande. Dá a volta na rua, de 1 a 8.
web-note-firefighting = Combate a incêndio: seu lugar na trilha. Quem está mais à frente escolhe primeiro; no empate, o último a chegar.
web-note-lap = Linha da volta: a linha quadriculada entre os espaços 8 e 1.
web-note-experience = Experiência: o kobun da carta sobe um degrau, para o próximo salário.
web-note-neutral = Neutro: um personagem sem dono. Conta como vizinho e vai embora depois de um negócio.
