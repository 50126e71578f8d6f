# The texts of edokko in French. Players are called “vous”; moves are infinitives; cards stand without an article, since
# their names come from the components and may be of either gender.

## Lists, amounts and names

list-comma = { ", " }
list-events = { " · " }
list-and = { $first } et { $last }
list-or = { $first } ou { $last }
list-plus = { " + " }
line-step = { " → " }

amount-mon =
    { $count ->
        [one] { $count } mon
       *[other] { $count } mons
    }
amount-rice = { $count } riz
amount-sandals =
    { $count ->
        [one] { $count } sandale
       *[other] { $count } sandales
    }
amount-wood = { $count } bois
amount-koban =
    { $count ->
        [one] { $count } koban
       *[other] { $count } kobans
    }
amount-iki = { $count } IKI
amount-fire =
    { $count ->
        [one] { $count } niveau de lutte contre les incendies
       *[other] { $count } niveaux de lutte contre les incendies
    }
amount-more = +{ $amount }
amount-less = −{ $amount }

good-fish-cheap = { $name } (petit prix)
good-fish-dear = { $name } (prix fort)
good-pipe = pipe { $number } ({ $season })
good-pouch = blague à tabac { $number } ({ $season })

token-hire-discount = recrutement moins cher
token-extra-step = déplacement +1
token-fire-guard = protection contre le feu
token-joker = joker

square = { $name } ({ $number })
square-none = zone de départ
seat-number = Place { $number }
seat-alike = { $name } ({ $number })
seat-neutral = neutre
card-owned = { $card } ({ $seat })
card-neutral = { $card } (neutre)
card-own = { $card } (vous)
room-empty = aucun personnage
group-nagaya = nagaya { $nagaya }
group-corners = angles

## What cards and goods do

card-trade = { $spend } → { $gain }
card-train = former un personnage
card-build = construire
card-build-discount = construire, { $discount } de moins
card-swap = échanger deux personnages
card-opponents = { $gain } aux adversaires
card-token = à la retraite : { $token }
card-step = { " · " }
card-nothing = –
building-fed = { $amount } par personnage nourri en fin de saison
building-largest-type = { $amount } par personnage de votre métier majoritaire en fin de saison
building-hire-bonus = { $amount } à chaque recrutement avec bonus
score-per = { $iki } par { $counted }
score-at-most = { $text } (maximum { $iki })
per-mon = { $count ->
        [one] mon
       *[other] tranche de { $count } mons
    }
per-rice = { $count ->
        [one] riz
       *[other] tranche de { $count } riz
    }
per-sandals = { $count ->
        [one] sandale
       *[other] tranche de { $count } sandales
    }
per-wood = { $count ->
        [one] bois
       *[other] tranche de { $count } bois
    }
per-koban = { $count ->
        [one] koban
       *[other] tranche de { $count } kobans
    }
per-iki = { $count ->
        [one] IKI
       *[other] tranche de { $count } IKI
    }
per-fire = { $count ->
        [one] niveau de lutte contre les incendies
       *[other] tranche de { $count } niveaux de lutte contre les incendies
    }
per-types = { $count ->
        [one] métier
       *[other] groupe de { $count } métiers
    }
per-largest-type = { $count ->
        [one] personnage de votre métier majoritaire
       *[other] groupe de { $count } personnages de votre métier majoritaire
    }
per-fish-value = { $count ->
        [one] IKI de vos poissons
       *[other] tranche de { $count } IKI de vos poissons
    }

## Moves

move-with-details = { $move } — { $details }
move-start = Commencer avec la carte { $card }
move-place = Arrière-salle { $room }
move-place-behind = Arrière-salle { $room } : { $shops }
move-ikizama = Barque { $slot }
move-income = Percevoir votre revenu
move-hire = Recruter : { $card }
move-move = { $squares ->
        [one] Avancer de { $squares } case
       *[other] Avancer de { $squares } cases
    }
move-stay = Rester ici
move-step = Faire le pas de plus
move-shop-buy = Acheter : { $goods }
move-shop-sandals = Acheter des sandales
move-shop-rice = Acheter du riz
move-shop-fire = Monter à la tour de surveillance
move-shop-pawn-rice = Mettre un riz en gage
move-shop-pawn-sandal = Mettre une sandale en gage
move-shop-buy-rice = Acheter du riz au contremaître
move-shop-koban = Changer des mons contre un koban
move-shop-two-koban = Changer des mons contre deux kobans
move-shop-coins = Prendre de la petite monnaie
move-work = Transaction en { $room } : { $card }
move-done = Finir votre tour
move-train = Former en { $room } : { $card }
move-build = Construire : { $card }
move-swap = Déplacer en { $room } : { $card }
move-with = Échanger en { $room } : { $card }
move-guard = Dépenser une protection contre le feu
move-burn = Laisser brûler le personnage
move-starve = Laisser partir en { $room } : { $card }
move-neutral = Choisir : { $card }
move-visit = Visiter : { $square }

detail-mon-on-card = { $count ->
        [one] { $count } mon sur la carte
       *[other] { $count } mons sur la carte
    }
detail-prices = { $price } ({ $dear })
detail-room-price = { $price } en { $rooms }
detail-room-extra = { $price } de plus en { $rooms }
detail-slot = jusqu’à : { $shop }
detail-slot-only-moves = ni revenu ni recrutement, arrêt au choix : { $first } – { $last }
detail-to = jusqu’à : { $square }
detail-lap = boucle un tour de la rue
detail-on-top = votre marqueur passe au-dessus
detail-token-gained = gagne le jeton : { $token }
detail-token-spent = dépense le jeton : { $token }
detail-characters = { $count } personnages
detail-learns = { $count ->
        [one] { $cards } gagne de l’expérience
       *[other] { $cards } gagnent de l’expérience
    }
detail-retires = { $card } part à la retraite
detail-it = lui-même
detail-at-end = { $worth } à la fin
detail-leaves = { $card } quitte la partie
detail-every-opponent = chaque adversaire reçoit { $amount }
detail-opponent = { $seat } reçoit { $amount }
detail-asks-train = puis choisir qui former
detail-asks-build = puis choisir un bâtiment
detail-asks-swap = puis choisir deux personnages
detail-then = puis { $what }

## What a decision asks

ask-start = Quel personnage de départ prenez-vous ?
ask-place = Dans quelle arrière-salle ?
ask-place-card = Dans quelle arrière-salle posez-vous la carte { $card } ?
ask-ikizama = Choisissez votre barque : jusqu’où avancez-vous ce mois-ci ?
ask-income = Percevoir votre revenu ou recruter un personnage ?
ask-walk = barque { $slot } → { $squares }
ask-move = De combien de cases avancez-vous ?
ask-stay = Votre charretier a pris sa retraite en chemin. Un pas de plus ?
ask-shop = Commercer : une transaction avec la boutique, une avec un personnage.
ask-train = Qui formez-vous ?
ask-build = Que construisez-vous ?
ask-swap = Qui change de place ?
ask-with = Avec qui ?
ask-guard = Incendie en { $room } : { $card }. Dépenser une protection ?
ask-starve = { $count ->
        [one] Du riz pour { $fed } personnages sur { $mouths } : { $count } doit partir. Qui ?
       *[other] Du riz pour { $fed } personnages sur { $mouths } : { $count } doivent partir. Qui s’en va ?
    }
ask-neutral = Quel personnage de la rangée devient neutre ?
ask-visit = Nouvel An : quelle case visitez-vous ?

kind-start = un personnage de départ
kind-place = une arrière-salle
kind-ikizama = votre barque
kind-income = votre revenu
kind-hire = un recrutement
kind-move = la longueur de votre déplacement
kind-stay = rester sur place
kind-step = un pas de plus
kind-shop = une transaction avec la boutique
kind-work = une transaction avec un personnage
kind-done = la fin de votre tour
kind-train = qui former
kind-build = que construire
kind-swap = qui échanger
kind-with = avec qui échanger
kind-guard = dépenser une protection contre le feu
kind-burn = laisser brûler
kind-starve = qui part faute de riz
kind-neutral = le personnage neutre
kind-visit = la case du Nouvel An

## Why a move is not legal

refusal-game-over = La partie est terminée.
refusal-chance = Pas maintenant : c’est au hasard de décider.
refusal-not-now = À décider d’abord : { $asked }.
refusal-short = Il vous manque { $missing }.
refusal-no-free-kobun = Vous n’avez plus de kobun libre : tous sont sur des cartes.
refusal-no-free-room = Aucune arrière-salle n’est libre.
refusal-room-not-on-board = Il n’y a pas d’arrière-salle { $room } sur ce plateau.
refusal-room-occupied = L’arrière-salle { $room } est occupée : { $card }.
refusal-not-an-outer-room = Un personnage de départ va dans une arrière-salle extérieure ; { $room } n’en est pas une.
refusal-no-character-there-building = Dans l’arrière-salle { $room } se trouve un bâtiment : { $card }.
refusal-no-character-there-empty = L’arrière-salle { $room } est vide.
refusal-not-your-character = Dans l’arrière-salle { $room } se trouve { $card } : ce n’est pas l’un des vôtres.
refusal-same-room = Un échange demande deux arrière-salles différentes ; { $room } est déjà la première.
refusal-start-card-taken = { $card } : déjà pris.
refusal-start-card-taken-board = { $card } : déjà pris, dans l’arrière-salle { $room }.
refusal-start-card-taken-seat = { $card } : déjà pris par { $seat }.
refusal-not-in-row = { $card } ne se trouve pas dans la rangée.
refusal-not-in-row-board = { $card } n’est pas dans la rangée, mais dans l’arrière-salle { $room }.
refusal-not-in-row-seat = { $card } n’est plus dans la rangée : à la retraite chez { $seat }.
refusal-not-on-offer = { $card } n’est pas proposé dans cette partie.
refusal-not-on-offer-board = { $card } : déjà construit, dans l’arrière-salle { $room }.
refusal-not-on-offer-seat = { $card } : déjà construit par { $seat }.
refusal-slot-not-used = La barque { $slot } ne sert pas dans cette partie.
refusal-slot-closed = La barque { $slot } est fermée ce mois-ci.
refusal-slot-taken = La barque { $slot } est prise par { $seat }.
refusal-slot-only-moves = La barque { $slot } ne donne ni revenu ni recrutement.
refusal-too-few-squares = Votre barque vous fait avancer d’au moins { $limit ->
        [one] { $limit } case
       *[other] { $limit } cases
    } ; les sandales ne raccourcissent jamais un déplacement.
refusal-too-many-squares = Vous pouvez avancer d’au plus { $limit ->
        [one] { $limit } case
       *[other] { $limit } cases
    } ; pour aller là, il vous manque { $missing }.
refusal-option-not-in-edition = Aucune boutique de cette édition ne propose cela.
refusal-wrong-square = Cela se fait ici : { $squares }. Vous n’y êtes pas.
refusal-shop-done = Vous avez déjà fait votre transaction avec une boutique ce tour-ci.
refusal-not-on-sale = Pas en vente : { $good }.
refusal-not-on-sale-seat = Plus en vente : { $good }, acheté par { $seat }.
refusal-fish-of-season-held = Un seul poisson par saison, et vous l’avez déjà : { $good }.
refusal-room-not-here = L’arrière-salle { $room } est accessible d’ici : { $squares }. Vous n’y êtes pas.
refusal-work-done = Vous avez déjà fait votre transaction avec un personnage ce tour-ci.
refusal-nobody-to-train = Vous n’avez aucun personnage à former sur le plateau.
refusal-needs-two-characters = Un échange demande deux personnages sur le plateau.
refusal-nothing-to-build = Il ne reste aucun bâtiment à construire.
refusal-nothing-to-build-nearest = Vous ne pouvez payer aucun bâtiment. Le plus proche : { $card }, il vous manque { $missing }.

## What happened

event-act = { $act } : { $changes }
event-changes =
    { $who ->
        [you] Vous : { $changes } ({ $why })
       *[other] { $seat } : { $changes } ({ $why })
    }
event-gained-income =
    { $who ->
        [you] Vous percevez votre revenu : { $changes }
       *[other] { $seat } perçoit son revenu : { $changes }
    }
event-gained-salary =
    { $who ->
        [you] Revenus de vos personnages : { $changes }
       *[other] Revenus des personnages ({ $seat }) : { $changes }
    }
event-gained-shop =
    { $who ->
        [you] Vous faites une transaction ({ $option }) : { $changes }
       *[other] { $seat } fait une transaction ({ $option }) : { $changes }
    }
event-gained-work =
    { $who ->
        [you] Vous faites une transaction avec { $card } : { $changes }
       *[other] { $seat } fait une transaction avec { $card } : { $changes }
    }
event-gained-opponent =
    { $who ->
        [you] Vous gagnez grâce à { $card }, chez un autre joueur : { $changes }
       *[other] { $seat } gagne grâce à { $card }, chez un autre joueur : { $changes }
    }
event-gained-building =
    { $who ->
        [you] Vous gagnez grâce à { $card } : { $changes }
       *[other] { $seat } gagne grâce à { $card } : { $changes }
    }
event-fire-level = lutte contre les incendies au niveau { $level }
event-progress = { $card } { $xp }/{ $needed }
event-xp-gained =
    { $who ->
        [you] Vous gagnez de l’expérience : { $cards }
       *[other] { $seat } gagne de l’expérience : { $cards }
    }
event-retired =
    { $who ->
        [you] Votre { $card } quitte { $room } et part à la retraite
       *[other] { $card } ({ $seat }) quitte { $room } et part à la retraite
    }
event-token-gained =
    { $who ->
        [you] Vous gagnez un jeton : { $token }
       *[other] { $seat } gagne un jeton : { $token }
    }
event-token-spent =
    { $who ->
        [you] Vous dépensez un jeton : { $token }
       *[other] { $seat } dépense un jeton : { $token }
    }
event-placed =
    { $who ->
        [you] Vous installez { $card } en { $room }
       *[other] { $seat } installe { $card } en { $room }
    }
event-placed-neutral = { $card } s’installe en { $room }, neutre
event-left-use =
    { $who ->
        [you] Votre { $card } quitte { $room } et la partie
        [neutral] { $card } (neutre) quitte { $room } et la partie
       *[other] { $card } ({ $seat }) quitte { $room } et la partie
    }
event-left-fire = L’incendie emporte { $card } en { $room }
event-left-food = Pas assez de riz : { $card } ({ $room }) quitte la partie
event-left-no-room = Aucune arrière-salle n’est libre : { $card } quitte la partie
event-row-cleared = Quittent la rangée : { $cards }
event-moved = { $who ->
        [you] Vous avancez
       *[other] { $seat } avance
    } de { $squares ->
        [one] { $squares } case
       *[other] { $squares } cases
    } jusqu’à { $square }
event-visited =
    { $who ->
        [you] Vous visitez : { $square }
       *[other] { $seat } visite : { $square }
    }
event-lapped =
    { $who ->
        [you] Vous bouclez un tour de la rue
       *[other] { $seat } boucle un tour de la rue
    }
event-swapped =
    { $who ->
        [you] Vous échangez les arrière-salles { $first } et { $second } ; { $card } est maintenant en { $first }
       *[other] { $seat } échange les arrière-salles { $first } et { $second } ; { $card } est maintenant en { $first }
    }
event-slot-taken =
    { $who ->
        [you] Vous prenez la barque { $slot }
       *[other] { $seat } prend la barque { $slot }
    }
event-slot-closed = La barque { $slot } est fermée ce mois-ci
event-card-taken-hired =
    { $who ->
        [you] Vous recrutez { $card }
       *[other] { $seat } recrute { $card }
    }
event-card-taken-built =
    { $who ->
        [you] Vous construisez { $card }
       *[other] { $seat } construit { $card }
    }
event-card-taken-neutral = { $card } sera neutre
event-good-bought =
    { $who ->
        [you] Vous achetez { $good }
       *[other] { $seat } achète { $good }
    }
event-revealed-gathered = Nouveau dans la rangée : { $cards }
event-offered-gathered = Bâtiments proposés : { $cards }
event-mon-gathered = 1 mon ajouté sur : { $cards }
event-fire-broke-out = Un incendie éclate dans le nagaya { $nagaya }, force { $strength }
event-fire-passed = L’incendie passe l’arrière-salle vide { $room }
event-fire-put-out =
    { $who ->
        [you] Vous éteignez l’incendie en { $room }, force { $strength }
       *[other] { $seat } éteint l’incendie en { $room }, force { $strength }
    }
event-fire-died = L’incendie du nagaya { $nagaya } s’éteint
event-season-began = Nouvelles marchandises : { $season }
event-payday-began = Bilan des comptes du mois { $month }
event-harmony-scored =
    { $who ->
        [you] Vous gagnez par harmonie ({ $group }, { $type } × { $count }) : +{ $amount }
       *[other] { $seat } gagne par harmonie ({ $group }, { $type } × { $count }) : +{ $amount }
    }
event-fed-all = { $who ->
        [you] Vous nourrissez tous vos personnages
       *[other] { $seat } nourrit tous ses personnages
    } : −{ $fed } riz
event-fed-some = { $who ->
        [you] Vous en nourrissez { $fed } sur { $mouths }
       *[other] { $seat } en nourrit { $fed } sur { $mouths }
    } : −{ $fed } riz
event-fed-none =
    { $who ->
        [you] Vous n’avez aucun personnage à nourrir
       *[other] { $seat } n’a aucun personnage à nourrir
    }
event-month-began = Le mois { $month } commence
event-new-year-began = Nouvel An
event-turn-began =
    { $who ->
        [you] À vous de jouer, barque { $slot }
       *[other] À { $seat } de jouer, barque { $slot }
    }
event-turn-began-new-year =
    { $who ->
        [you] Nouvel An : à vous de jouer
       *[other] Nouvel An : à { $seat } de jouer
    }
event-game-ended = La partie est terminée

reason-slot = barque { $source }
reason-card-mon = pris sur la carte { $source }
reason-hire = pour { $source }
reason-surcharge = arrière-salle { $source }
reason-hire-bonus = bonus de recrutement, { $source }
reason-move = déplacement plus long
reason-build = pour { $source }
reason-good = { $source }
reason-harmony = harmonie, { $source }
reason-food = repas
reason-other = autre

## The board

board-month = Mois { $month } · { $season }
board-new-year = Nouvel An
board-over = La partie est terminée
board-chance = Le hasard décide
board-decides = { $seat } décide
board-way-of-life = Barques
board-fire-order = Ordre (incendies)
board-closed = fermée
board-neutral = neutre
board-surcharge = +{ $mon } mons
board-row = À recruter
board-cost = coût
board-on-it = posé
board-bonus = bonus
board-type = métier
board-skill = transaction
board-salary = revenu
board-buildings = À construire
board-on-sale = En vente
board-player = Joueur
board-mon = mon
board-rice = riz
board-sandals = sandales
board-wood = bois
board-koban = koban
board-iki = IKI
board-fire = feu
board-kobun = kobun
board-at = où
board-retired = à la retraite :
board-tokens = jetons :
board-goods = achats :
board-card = carte
board-ahead-payday = bilan des comptes : mois { $month }
board-ahead-fire = incendie : mois { $month }, force { $strength }
warn-payday = { $count ->
        [one] Bilan des comptes à la fin de ce mois : il faut { $needs } riz à vos personnages, vous en avez { $has }. L’un d’eux s’en va.
       *[other] Bilan des comptes à la fin de ce mois : il faut { $needs } riz à vos personnages, vous en avez { $has }. { $count } d’entre eux s’en vont.
    }
warn-fire = Incendie à la fin de ce mois, force { $strength } ; votre niveau de lutte contre les incendies est { $fire }. En danger : { $cards }.
warn-card = { $card } ({ $room })

## Few columns: amounts as in 2mon, headings, deals

brief-mon = mon
brief-rice = riz
brief-sandals = san
brief-wood = bois
brief-koban = kob
brief-iki = IKI
brief-fire = feu
brief-kobun = kobun
brief-food = repas
brief-fish = pois
brief-pipe = pipe
brief-pouch = blag
brief-retired = ret
brief-train = former
brief-build = construire
brief-swap = échanger
brief-less = −{ $amount }
brief-others = autres { $amount }
brief-token = puis : { $token }
brief-slot-moves = ni revenu ni recrutement : { $first } – { $last }
brief-slot-squares = ni revenu ni recrutement, cases { $first } à { $last }

## The score sheet

score-track = piste IKI
score-types = métiers
score-fish = poissons
score-pouches = blagues à tabac
score-buildings = bâtiments
score-koban = kobans
score-wood = bois
score-mon = mons
score-total = total

## Advice

percent = { $number } %
advice-choice = choix
advice-share = part
advice-wins = victoires
advice-final = score final
advice-player = joueur
advice-line = La suite probable :
advice-result = La partie est terminée. Voici le résultat.
advice-effort = { $simulations ->
        [one] { $simulations } simulation
       *[other] { $simulations } simulations
    }
advice-effort-plain = { $simulations ->
        [one] { $simulations } simulation
       *[other] { $simulations } simulations
    } avec le moteur simple, qui cherche moins en profondeur que le moteur natif

## The coach

coach-name = Entraîneur
coach-wins = gagne { $share } fois sur 100
coach-show = Montrer les meilleurs coups
coach-always = Toujours les montrer
coach-hide = Masquer
coach-show-panel = Afficher
coach-thinking = Recherche des meilleurs coups…
coach-one = Rien à choisir ici.
coach-others = Aux autres de jouer. Le journal dit ce qu’ils prennent.
coach-grade-strongest = le meilleur
coach-grade-good = bon
coach-grade-fair = moyen
coach-grade-risky = risqué
coach-numbers = Chiffres
coach-on-street = Montrer dans la rue
coach-looks-back = Mois { $month } : retour en arrière
coach-went-well = { $count ->
        [one] Votre bon coup :
       *[other] Vos { $count } bons coups :
    }
coach-next-time = La prochaine fois :
coach-show-me = Montrez-moi
coach-go-on = Continuer
coach-on = Entraîneur : explique chaque décision et montre les meilleurs coups
coach-first-start = Votre premier personnage vous rapporte un revenu à chaque bilan des comptes.
coach-first-place = Des personnages du même métier dans un nagaya gagnent ensemble de l’IKI au bilan des comptes.
coach-first-ikizama = Votre barque dit de combien vous avancez ce mois-ci, et la barque la plus à gauche joue en premier.
coach-first-income = Les personnages rapportent des revenus et de l’IKI toute l’année : recrutez, ou gardez l’argent pour un meilleur.
coach-first-move = Vous commercez là où vous vous arrêtez ; en passant la ligne du tour, tous vos personnages progressent.
coach-first-stay = Une case plus loin, la transaction est peut-être meilleure.
coach-first-shop = Faites une transaction avec la boutique et une avec un personnage, qui progresse s’il est à un autre joueur.
coach-first-train = L’expérience mène un personnage à un meilleur revenu et, au bout, à la retraite.
coach-first-build = Un bâtiment compte à la fin ou aide en chemin, et garde un kobun pour toujours.
coach-first-swap = Réunissez des personnages du même métier : ils gagnent de l’IKI au bilan des comptes.
coach-first-with = Les deux personnages changent d’arrière-salle, donc de voisins.
coach-first-guard = Une protection sauve cette carte d’un incendie, une seule fois.
coach-first-starve = Un personnage sans riz s’en va : choisissez celui dont vous avez le moins besoin.
coach-first-neutral = Un personnage neutre n’est à personne, mais compte comme voisin de son métier.
coach-first-visit = Votre dernier commerce de la partie : choisissez la case qui rapporte le plus d’IKI.
coach-reason-pays = Coûte { $amount }.
coach-reason-gains = Tout de suite { $changes }.
coach-reason-token = Rapporte le jeton : { $token }.
coach-reason-learns = { $count ->
        [one] Un de vos personnages progresse.
       *[other] { $count } de vos personnages progressent.
    }
coach-reason-retires = { $card } part à la retraite et libère un kobun.
coach-reason-reaches = Jusqu’à : { $squares }.
coach-reason-chooses = Vous choisissez parmi { $count } cases.
coach-reason-salary = { $changes } à chaque bilan des comptes.
coach-reason-harmony = Voisins de même métier : { $count } IKI par bilan des comptes.
coach-reason-food = { $hungry ->
        [0] Tout le monde mange au bilan des comptes.
        [one] Un personnage n’aura pas de riz au bilan des comptes.
       *[other] { $hungry } personnages n’auront pas de riz au bilan.
    }
coach-reason-firefighting = L’incendie épargne vos cartes dès l’arrière-salle { $stall }.
coach-reason-overtakes = Vous choisissez votre barque avant { $seat }.
coach-reason-end = { $count } IKI de plus à la fin : { $line }.
coach-reason-denies-card = { $seat } voulait cette carte : { $count } IKI de moins.
coach-reason-denies-building = { $seat } voulait ce bâtiment : { $count } IKI de moins.
coach-reason-denies-room = { $seat } voulait cette arrière-salle : { $count } IKI de moins.
coach-reason-denies-slot = { $seat } voulait cette barque : { $count } IKI de moins.
coach-reason-expected = Environ { $count } IKI à la fin.
coach-reason-leads = Ensuite : { $move }.

## The command: help

version = edokko { $version }
help-edokko =
    Jouer au jeu de société IKI dans le navigateur ou dans le terminal, le simuler et étudier les parties enregistrées.
    Sans commande, edokko ouvre la table dans le navigateur.

    Dans IKI, on recrute, on commerce et on construit dans la grande rue d’Edo, à 2, 3 ou 4 joueurs, pendant treize
    mois. Le moteur de règles connaît les deux éditions. edokko n’est pas officiel : il ne contient aucune illustration
    et aucun texte du jeu publié.
help-usage = Usage :
help-options = Options
help-commands = Commandes
help-help = Afficher cette aide et quitter.
help-version = Afficher la version et quitter.
help-examples = Exemples
help-example-play = Une partie contre deux joueurs virtuels
help-example-hot-seat = Deux personnes au même clavier, un joueur virtuel
help-example-resume = Reprendre la partie laissée en cours
help-example-hint = Les meilleurs coups de la partie laissée en cours
help-example-review = Où une partie s’est gagnée et perdue
help-example-simulate = Les résultats de joueurs virtuels sur de nombreuses parties
help-example-arena = Lequel de deux joueurs est le plus fort
help-example-lab = Des tables de nombreuses parties, pour étudier IKI
help-example-show = Relire une partie enregistrée, tour par tour
help-more = « edokko COMMAND --help » en dit plus sur une commande.

help-language = La langue : { $languages }. Par défaut : EDOKKO_LANGUAGE, puis les réglages du système.
help-components-option = Un calque : un fichier TOML avec les nombres de votre exemplaire. EDOKKO_COMPONENTS peut aussi en indiquer un.
help-edition = Quelles règles : la deuxième édition ou la première.
help-players = Le nombre de joueurs ; { $count } par défaut.
help-json = N’afficher que du JSON.

help-play-short = Jouer une partie dans ce terminal.
help-play =
    Jouer une partie dans ce terminal, seul contre des joueurs virtuels ou à plusieurs au même clavier.

    Les choix sont numérotés ; à chaque question, « ? » indique ce qu’on peut taper d’autre. La partie est enregistrée
    après chaque décision : « edokko play --resume » reprend toujours là où vous en étiez.
help-play-seats =
    Qui joue, à partir de la première place, séparés par des virgules : human ou un joueur : easy, medium, hard et
    master, du niveau le plus faible au plus fort ; random, greedy, planner, et mcts ou champion avec un budget,
    comme mcts:500ms ou mcts:2000sims. Un nom peut précéder : Hana=human,master. Par défaut : vous contre des
    joueurs easy, qu’on peut battre dès la première partie.
help-play-seed = Fixer tout le hasard, pour retrouver les mêmes rangées et les mêmes incendies. Par défaut, le hasard vient du système.
help-play-record = Où va l’enregistrement de la partie terminée. D’ici là, elle est gardée à côté, sous FILE.partial.
help-play-resume = Reprendre la dernière partie inachevée qu’aucune autre fenêtre ne joue, ou celle de FILE.
help-play-hints = Permettre à « h » de montrer les meilleurs coups, ce qu’ils rapportent et la suite probable.
help-play-ask-forced = Poser aussi les questions qui n’ont qu’une réponse. Par défaut, edokko la joue et l’annonce.
help-play-pause = Le temps d’attente après le tour d’un joueur virtuel.

## The command: what goes wrong

problem-interrupted = Arrêté.
problem-system = Erreur du système : { $reason }.
problem-file = { $file } : { $reason }.
system-enoent = Fichier ou dossier introuvable
system-eacces = Permission refusée
system-eperm = Opération non permise
system-eisdir = C’est un dossier
system-enotdir = Ce n’est pas un dossier
system-eexist = Le fichier existe déjà
system-enospc = Il n’y a plus de place sur le disque
system-erofs = Le système de fichiers est en lecture seule
system-enametoolong = Le nom de fichier est trop long
system-eaddrinuse = L’adresse est déjà utilisée
system-eio = Erreur de lecture ou d’écriture
problem-command = Il n’y a pas de commande { $command } ; commandes : { $known }.
problem-command-near = Il n’y a pas de commande { $command }. Vouliez-vous dire { $near } ?
problem-option = Il n’y a pas d’option { $option } ; --help énumère les options.
problem-option-near = Il n’y a pas d’option { $option }. Vouliez-vous dire { $near } ?
problem-option-missing = L’option { $option } est obligatoire.
problem-option-value = L’option { $option } demande une valeur.
problem-option-flag = L’option { $option } ne prend pas de valeur.
problem-argument-missing = Il manque { $argument } ; --help montre ce que la commande attend.
problem-argument = L’argument { $argument } est de trop ; --help montre ce que la commande attend.
problem-file-empty = { $option } : un nom de fichier est attendu ; celui-ci est vide.
problem-file-dash = { $option } - : un nom de fichier est attendu ; « - » est l’entrée standard.
problem-file-in-use = Un autre edokko écrit en ce moment dans { $file } ; attendez qu’il ait fini ou choisissez un autre fichier.
problem-no-locks = { $file } est sur un système de fichiers sans verrous : rien n’empêche une deuxième fenêtre d’y écrire aussi. N’utilisez qu’une seule fenêtre.
problem-no-home = Ce compte n’a pas de dossier personnel où écrire ; indiquez un autre endroit avec { $ways }.
problem-extra = Il faut ici { $package }, qui n’est pas installé. Pour l’installer : pip install 'edokko[{ $extra }]'
problem-extra-server = Le serveur a besoin de paquets qui ne sont pas installés. Pour les installer : pip install 'edokko[{ $extra }]'. Pour jouer dans le terminal : edokko play
standard-input = entrée standard
problem-no-input = L’entrée standard est fermée ; donnez un nom de fichier ou laissez l’entrée standard ouverte.
problem-no-output = La sortie standard est fermée ; lancez la commande dans un terminal ou envoyez sa sortie vers un fichier.
problem-play-input = L’entrée standard est fermée, et c’est là que play lit vos choix ; lancez-le dans un terminal ou envoyez les choix depuis un fichier.
problem-host = --host { $host } : cet ordinateur n’a pas cette adresse ; donnez l’une des siennes, comme 127.0.0.1, ou 0.0.0.0 pour toutes.
problem-number-range = { $option } : un nombre de { $low } à { $high } est attendu.
problem-number-any = { $option } : un nombre est attendu.
problem-whole-any = { $option } : un nombre entier est attendu.
problem-whole-from = { $option } : un nombre entier est attendu, au moins { $low }.
problem-whole-range = { $option } : un nombre entier de { $low } à { $high } est attendu.
problem-choice = { $option } : l’une de ces valeurs est attendue : { $known }.
problem-not-text = pas du texte UTF-8 ; enregistrez le fichier avec l’encodage UTF-8
problem-language = { $source } { $language } n’est pas une langue disponible ; langues : { $languages }.
problem-seed = --seed { $seed } n’est pas une graine : un nombre entier de 0 à { $most } est attendu, comme 7 ou 0x1f2e.
problem-seats-players = --seats nomme { $seats ->
        [one] { $seats } place
       *[other] { $seats } places
    }, --players en demande { $players } ; indiquez une entrée par joueur.
problem-seats-empty = --seats est vide ; nommez un joueur par place, par exemple human,greedy.
problem-seats-count = --seats nomme { $seats ->
        [one] { $seats } place
       *[other] { $seats } places
    } ; IKI se joue de { $fewest } à { $most } joueurs.
problem-player-unknown = { $option } : il n’y a pas de joueur { $kind } ; joueurs : { $known }.
problem-player = { $option } : { $reason }.
problem-seats-resume = --seats nomme { $seats ->
        [one] { $seats } place
       *[other] { $seats } places
    }, la partie enregistrée en a { $players } ; indiquez une entrée par joueur.
problem-seat-name = Le nom { $name } contient une moitié de caractère et ne peut pas s’écrire ; donnez-le en UTF-8.
problem-no-folder = { $file } : le dossier { $folder } n’existe pas ; créez-le d’abord ou choisissez un autre endroit.
problem-record-exists = { $file } existe déjà ; choisissez un autre nom pour l’enregistrement ou déplacez ce fichier.
problem-partial-exists = { $file } contient une partie inachevée ; reprenez-la avec « edokko play --resume { $file } » ou supprimez-la.
problem-game-in-use = { $file } est en cours dans une autre fenêtre ; continuez-y, ou quittez-la d’abord.
problem-resume-over = { $file } : cette partie est terminée ; « edokko record show { $file } » la montre.
problem-resume-option = { $option } ne s’utilise pas avec --resume : la partie enregistrée le fixe déjà.
problem-nothing-to-resume = Il n’y a aucune partie inachevée à reprendre ; « edokko play » en commence une.
problem-all-in-use = { $count ->
        [one] La seule partie inachevée est en cours dans une autre fenêtre : { $file }. Continuez-y ; « edokko play » commence une nouvelle partie.
       *[other] Les { $count } parties inachevées sont en cours dans d’autres fenêtres, la dernière est { $file }. Continuez-y ; « edokko play » commence une nouvelle partie.
    }
problem-saved-game = Impossible de reprendre { $file } : { $reason }
problem-saved-none = le fichier ne contient aucune partie
problem-saved-several = le fichier contient { $count } parties, et une seule est attendue
problem-saved-seats = play.seats : une liste de { $players } sortes de joueurs est attendue
problem-saved-seed = play.seed : un nombre hexadécimal est attendu

## The command: play

name-you = Joueur
name-person = Joueur { $number }
play-welcome = IKI, édition { $edition }, { $players } joueurs. Enregistré après chaque décision dans { $file }
play-unfinished = { $count ->
        [one] Une partie inachevée attend : « edokko play --resume » la reprend ({ $file }).
       *[other] { $count } parties inachevées attendent : « edokko play --resume » reprend la dernière ({ $file }).
    }
play-resumed = La partie reprend après { $moves ->
        [one] { $moves } décision
       *[other] { $moves } décisions
    }, depuis { $file }
play-your-turn = { $seat }, à vous de décider.
play-prompt = Choix (? pour l’aide) :
play-forced = Un seul choix : { $move }.
play-near = « { $typed } » n’est pas un des choix. Vouliez-vous dire : { $near } ?
play-not-understood = { $count ->
        [1] « { $typed } » n’est pas un des choix. Tapez 1 ou Entrée ; ? montre ce qu’on peut taper d’autre.
       *[other] « { $typed } » n’est pas un des choix. Tapez un nombre de 1 à { $count }, ou ? pour voir ce qu’on peut taper d’autre.
    }
play-help =
    Tapez le numéro d’un choix, ou ses mots comme dans un enregistrement (hire monk,
    move 3, done). Entrée prend le seul choix, ou montre à nouveau les choix.

      row (r), offers (o)     les personnages à recruter ; ce qui est en vente
      players (p)             personnages à la retraite, achats de chacun
      card NAME (c), cards    une carte (un bout du nom suffit) ; une saison
      rules, rules WORD       les règles en bref ; un chapitre
      board (b)               tout le plateau
      log (l), scores (s)     tout ce qui s’est passé ; les scores actuels
      why (w) WORDS           pourquoi pas ? w hire monk, w place A4, w shop koban
      undo (u)                reprendre votre dernière décision de ce tour
      hint (h)                un conseil : les meilleurs coups, avec --hints
      quit (q), help (?)      enregistrer et quitter ; cette aide

    Marques des joueurs : ▲ ■ ◆ ★ ; un point : neutre. ●●○ : deux pas sur trois.
    Un écran étroit abrège les métiers : { $types }.
    Le numéro au bord droit d’une arrière-salle est la case de la rue qui y mène.
    « repas » : le riz que mangent vos personnages au prochain bilan des comptes.
    « 2 × Col » près d’une arrière-salle : elle aurait 2 voisins de ce métier.
play-type = { $short } { $name }
play-refused = { $move } — impossible. { $reason }
play-refused-later = { $move } — impossible pour l’instant. { $reason } Et même ensuite : { $obstacle }
play-refused-free = { $move } — impossible pour l’instant. { $reason } Rien d’autre ne l’empêche.
play-legal = { $move } — possible, numéro { $number } : { $details }
play-no-cost = cela ne coûte rien
play-why-what = Indiquez un coup : w hire monk, par exemple.
play-why-near = « { $typed } » n’est pas un coup. Vouliez-vous dire : { $near } ?
play-why-unknown = « { $typed } » n’est pas un coup.
play-scores-now = Si la partie finissait maintenant :
play-thinking = { $seat } réfléchit …
play-hints-off = Les conseils sont désactivés dans cette partie. Pour les activer : q, puis edokko play --resume --hints.
play-more = Entrée : continuer. Toute autre saisie passe à la question.
play-empty = Rien n’est proposé en ce moment.
play-card-several = « { $typed } » fait partie de plusieurs noms : { $cards }.
play-card-near = Aucun nom de carte ne contient « { $typed } ». Vouliez-vous dire : { $near } ?
play-card-unknown = Aucun nom de carte ne contient « { $typed } ». Les noms sont sur le plateau, dans row et dans cards.
play-card-what = Indiquez une carte : card moine, par exemple. Une partie du nom suffit.
play-rules-unknown = Les règles n’ont pas de chapitre « { $typed } ». Les chapitres : { $chapters }.
look-in-stall = arrière-salle { $room }, { $seat } { $steps }
look-in-row = parmi les cartes à recruter
look-retired = à la retraite : { $seat }
look-offered = en vente maintenant
look-built = construit en { $room } : { $seat }
look-held = acheté : { $seat }
look-away = pas sur la table
look-where = maintenant
look-worth = valeur
rules-shops = Boutiques
rules-words = Mots
rules-types-scale = { $counts } métiers différents : { $iki } IKI
rules-fish-scale = Poissons de { $counts } saisons : { $iki } IKI
rules-fire-scale = Mois { $month }, de l’arrière-salle 1 vers l’intérieur : { $strengths }
play-winner = { $seat } l’emporte avec { $iki } IKI.
play-ahead = { $second } suit avec { $iki } IKI de moins.
play-place = { $seat } termine à la place { $place } sur { $players }, avec { $iki } IKI de moins.
play-recorded = L’enregistrement de la partie : { $file }
play-review = Où elle s’est gagnée et perdue : { $file }
play-again = Une autre partie : { $file }
play-saved = Enregistré. Pour reprendre : edokko play --resume { $file }
play-saved-latest = Enregistré. Pour reprendre : edokko play --resume

undo-done = Repris : { $move }.
undo-nothing = Il n’y a rien à reprendre : c’est votre première décision.
undo-other-moved = Trop tard pour reprendre : { $seat } a joué depuis.
undo-turn = Il n’y a rien à reprendre dans ce tour.
undo-chance = Trop tard pour reprendre : le hasard a révélé quelque chose depuis.

## The command: hint

help-hint-short = Montrer les meilleurs coups.
help-hint =
    Montrer les meilleurs coups d’une décision : combien de fois chacun gagnerait, le score final attendu et la suite
    probable.

    FILE est un enregistrement ou une partie enregistrée. Par défaut : la dernière partie quittée dans
    « edokko play ». La recherche n’utilise que ce que tous les joueurs voient ; elle ignore ce que le hasard apportera.
help-hint-position = Analyser une position à la place : une chaîne de position, ou un fichier qui la contient, aussi en JSON.
help-hint-ply = Analyser la décision après N coups de l’enregistrement.  [par défaut : là où il finit]
help-hint-budget = Combien chercher : une durée ou un nombre de simulations, comme 500ms, 2s ou 5000sims.
help-hint-top = Combien de coups montrer.
hint-thinking = Réflexion …
hint-over = --ply N étudie une décision antérieure ; « edokko review » les parcourt toutes.
problem-budget = --budget { $budget } n’est pas un budget : une durée ou un nombre de simulations est attendu, comme 500ms, 2s ou 5000sims.
problem-hint-position = --position ne se combine ni avec un enregistrement ni avec --ply.
problem-hint-not-position = ce fichier n’existe pas, et une chaîne de position commence par edokko1
problem-hint-ply = --ply { $ply } va trop loin : { $file } contient { $moves ->
        [one] { $moves } coup
       *[other] { $moves } coups
    }, on peut donc demander de 0 à { $moves }.
problem-hint-chance = { $file } : rien à décider dans cette position, c’est au hasard de jouer.
problem-nothing-to-hint = Il n’y a aucune partie inachevée à étudier ; indiquez un enregistrement ou une partie enregistrée.

## The command: review

help-review-short = Analyser une partie : ce que chaque décision a coûté, et ce qui a tout changé.
help-review =
    Analyser une partie enregistrée, terminée ou non. Pour chaque décision qui avait un choix : ce qu’elle a coûté en
    chances de gagner par rapport au meilleur coup trouvé. Puis les tournants, dus aux joueurs et au hasard, et la
    qualité des décisions de chaque joueur.

    La chance est ce que le hasard a changé au résultat attendu, les décisions ce que les coups de tous ont changé.

    Une erreur (?) coûte 5 % des chances de gagner ou 4 IKI, une gaffe (??) 10 % ou 8 IKI. Les numéros à gauche sont
    ceux de « edokko hint FILE --ply N ».
help-review-budget =
    Combien chercher à chaque décision : une durée ou un nombre de simulations, comme 500ms ou 1000sims. Le coup joué
    reçoit jusqu’à autant en plus.
help-review-plot = Dessiner les chances de gagner mois par mois dans FILE, qui finit par .png ou .svg.
help-review-brief = Omettre la liste de toutes les décisions.
review-progress = Décisions
review-heading = Partie { $number } : { $seats } ; { $moves ->
        [one] { $moves } décision
       *[other] { $moves } décisions
    }, dont { $choices } avec un choix
review-unfinished = La partie n’est pas terminée.
review-played = joué
review-better = mieux
review-loss = perte
review-losses = Les décisions les plus coûteuses
review-chance = Ce que le hasard a le plus changé
review-month = Mois { $month }
review-change = { $before } → { $after } %
review-instead = { $played }. Mieux : { $better }.
review-accuracy = La qualité des décisions de chaque joueur
review-decisions = choix
review-mean-loss = perte moyenne
review-mistakes = erreurs (?)
review-blunders = gaffes (??)
review-luck = Chance et décisions, en IKI
review-expected = attendu
review-by-luck = chance
review-by-decisions = décisions
review-result = résultat
review-luck-wins = chance, de gagner
review-plain = Recherche avec le moteur simple, faute de moteur natif ici ; elle est moins profonde dans le même temps.
review-plotted = L’image : { $file }
plot-title = Les chances de gagner, mois par mois
plot-new-year = Nouvel An
plot-months = mois
plot-label = { $mark } { $name }
plot-label-score = { $mark } { $name } · { $iki } IKI
plot-loss = −{ $number } %
problem-plot-exists = { $file } existe déjà ; choisissez un autre nom pour l’image ou déplacez ce fichier.
problem-plot-kind = { $file } : le nom d’une image finit par .png ou .svg.
problem-review-empty = { $file } : aucune décision de cette partie n’avait de choix, il n’y a donc rien à parcourir.

## The command: simulate

help-simulate-short = Jouer de nombreuses parties entre joueurs virtuels.
help-simulate =
    Jouer de nombreuses parties entre joueurs virtuels et les résumer : scores, parts de victoires avec intervalles
    à 95 %, vitesse.

    La même graine donne les mêmes parties, quel que soit le nombre de fils d’exécution.
help-simulate-games = Combien de parties.
help-simulate-seats = Qui joue, à partir de la première place, séparés par des virgules : random, greedy. Par défaut : random partout.
help-simulate-seed = Fixer toutes les parties. Par défaut, une graine est tirée au hasard et affichée.
help-simulate-threads = Combien de parties jouer en parallèle.
help-simulate-record = Écrire l’enregistrement de chaque partie dans FILE, un par ligne ; compressé si le nom finit par .gz.
help-simulate-trace = Écrire aussi dans les enregistrements la position et les coups légaux avant chaque décision.
problem-trace-record = --trace va dans des enregistrements ; indiquez un fichier pour eux avec --record FILE.
simulate-progress = Parties
simulate-games = parties
simulate-seed = graine
simulate-seconds = secondes
simulate-games-per-second = parties par seconde
simulate-decisions-per-second = décisions par seconde
simulate-decisions-per-game = décisions par partie
simulate-branching = choix par décision
simulate-mean = score moyen
simulate-median = médiane
simulate-best = meilleur
simulate-winning = score moyen des gagnants
simulate-seat = place
simulate-player = joueur
simulate-wins = victoires
simulate-share = part
simulate-interval = interv. 95 %
simulate-stopped = Arrêté après { $games } parties sur { $asked }.
simulate-stopped-recorded = Arrêté après { $games } parties sur { $asked }. Celles qui sont terminées sont dans { $file }

## The command: arena

help-arena-short = Faire jouer des joueurs entre eux et les classer.
help-arena =
    Faire jouer des joueurs entre eux et montrer leur force : parts de victoires et cotes avec intervalles à 95 %,
    scores, temps de réflexion.

    Les parties vont par blocs : une graine avec toutes les rotations de places, pour que la chance et les places soient
    égales pour tous. Une part de victoires se compte par place : dans une partie à N joueurs de même force, c’est 1/N.
    Les intervalles portent sur les blocs.
help-arena-entries =
    Qui joue, séparés par des virgules, comme mcts:500ms,planner,planner,planner. Un joueur peut être nommé plusieurs
    fois ; ses places comptent ensemble. S’il y a plus d’entrées que de places, toutes les tablées jouent aussi souvent.
help-arena-players = Le nombre de joueurs d’une partie ; par défaut autant que d’entrées, { $most } au plus.
help-arena-games = Combien de parties, arrondi à des blocs entiers de toutes les compositions.
help-arena-settle =
    S’arrêter dès qu’il est établi que la part de victoires de la première entrée est au-dessus ou au-dessous de SHARE,
    comme 0.6. La réponse est fausse dans au plus 5 arènes sur 100.
help-arena-luck =
    Montrer aussi les résultats sans la chance : à chaque moment de hasard, le changement du résultat attendu selon la
    valeur du champion est retiré. Ces résultats ont la même espérance et en général moins de variance ; × est le
    rapport des variances.
help-arena-seed = Fixer toutes les parties. Par défaut, une graine est tirée au hasard et affichée.
help-arena-workers = Combien de parties jouer en parallèle, chacune dans son propre processus.
help-arena-record = Ajouter à FILE l’enregistrement de chaque partie dès qu’elle est terminée, un par ligne.
help-arena-resume = Continuer les parties du fichier de --record, ou le commencer s’il n’existe pas encore.
problem-arena-resume = --resume continue les parties d’un fichier ; indiquez-le avec --record FILE.
problem-arena-exists = { $file } existe déjà ; continuez avec --resume ou choisissez un autre nom pour les enregistrements.
problem-arena-count = --entries nomme { $entries ->
        [one] { $entries } joueur
       *[other] { $entries } joueurs
    } ; il en faut de { $players } à { $most } pour une partie à { $players }, et un joueur peut être nommé plusieurs fois.
arena-progress = Parties
arena-rounded = { $games } parties au lieu de { $asked } : chaque composition à chaque place en prend { $each }.
arena-go-on = Les parties terminées sont dans { $file } ; continuez par la même commande avec --resume.
arena-blocks = blocs
arena-wins = vict./places
arena-share = part
arena-interval = 95 %
arena-rating = cote
arena-score = score
arena-rank = rang
arena-milliseconds = ms
arena-above = Établi : la part de { $name } est au-dessus de { $share }.
arena-below = Établi : la part de { $name } est au-dessous de { $share }.
arena-open = Pas établi en { $games } parties : la part de { $name } peut être au-dessus ou au-dessous de { $share }.
arena-less-luck = Sans la chance
arena-variance = variance

## The command: evaluate

help-evaluate-short = Donner à un joueur sa ligne dans le tableau de comparaison.
help-evaluate =
    Jouer la comparaison IKI-1 : PLAYER contre trois de chaque adversaire, 400 parties à quatre, et contre un seul, 200
    parties à deux, avec des tirages fixes et toutes les rotations de places. Montrer ses parts de victoires avec et sans
    la chance, et ses scores.

    PLAYER est le nom d’un joueur, ou FILE.py:NAME pour une classe d’un fichier, appelée avec une graine, ou
    FILE.py:NAME:OPTIONS. Il a 60 secondes pour une décision. Contre lui-même, un joueur n’a pas de ligne.
help-evaluate-against =
    Seulement ces adversaires, séparés par des virgules. Par défaut random, greedy, planner et champion:64sims.
evaluate-cpu = secondes de processeur
evaluate-hash = empreinte des parties
evaluate-opponents = adversaires
evaluate-lead = avance

## The command: lab

help-lab-short = Jouer de nombreuses parties dans des tables, et les interroger.
help-lab =
    Jouer de nombreuses parties dans des tables qui décrivent chaque carte, prix, tour et mois, et les interroger.

    Une série est un dossier de fichiers Parquet. Polars, DuckDB et pandas les lisent.
help-lab-output = Le dossier de la série.
problem-lab-plan = Indiquez un plan, ou dites quoi jouer avec --entries et --games.
problem-lab-plan-options = Le plan dit quoi jouer ; { $options } ne peut donc pas s’y ajouter.
problem-lab-ray-workers = Sur une grappe Ray, ses processeurs font le travail ; --workers ne peut donc pas s’ajouter à --ray.
problem-lab-players = --players vaut { $players } ; il faut des nombres de 2 à 4 séparés par des virgules, comme 2,3,4.
problem-lab-overlay = --overlay vaut { $overlay } ; il faut un nom et un fichier, comme cheap=cheap.toml.
problem-lab-sql = La requête est sans réponse : { $reason }
help-lab-run-short = Jouer un plan, ou ce qui en manque.
help-lab-run =
    Jouer un plan, ou ce qui en manque : après Ctrl-C ou une panne, la même commande continue la série.

    PLAN est un fichier TOML ; sans lui, les options disent quoi jouer. Les lignes sont les mêmes quel que soit le nombre de processus.
help-lab-entries =
    Qui joue, séparés par des virgules, comme planner,greedy,greedy,greedy. Un seul joueur prend toutes les places. S’il
    y a plus d’entrées que de places, toutes les tablées jouent aussi souvent.
help-lab-games = Combien de parties par édition, nombre de joueurs et calque, arrondi à des blocs entiers.
help-lab-players = Les nombres de joueurs, séparés par des virgules. Par défaut : 4.
help-lab-editions = Les éditions, séparées par des virgules. Par défaut : 2021.
help-lab-seats = Si chaque entrée occupe toutes les places tour à tour, ou si elles restent dans l’ordre des places. Par défaut : rotate.
help-lab-seed = Fixer toutes les parties. Par défaut : 0.
help-lab-overlay = Jouer avec les nombres du calque FILE sous le nom NAME ; peut être répété. Sans fichier, NAME désigne les nombres fournis.
help-lab-tables = Les tables à garder, séparées par des virgules. Par défaut : toutes sauf decisions.
help-lab-records = Garder aussi l’enregistrement de chaque partie.
help-lab-share = Garder les décisions de cette part des parties, de 0 à 1. Par défaut : 1.
help-lab-evaluator = Évaluer tous les choix de ces décisions par une recherche, comme 2000sims. C’est long.
help-lab-chunk = Combien de parties jouer à la fois. Un lot interrompu est perdu.
help-lab-workers = Combien de lots jouer en parallèle.
help-lab-ray = Jouer sur la grappe Ray à ADDRESS, ou auto pour celle de cet ordinateur.
help-lab-settle =
    S’arrêter dès qu’il est établi que la part de victoires de la première entrée est au-dessus ou au-dessous de SHARE,
    comme 0.3, et nommer les processus dont les résultats s’écartent.
lab-run-done = Parties jouées : { $games } sur { $all }, à { $rate } par seconde. La série est complète : { $folder }
lab-run-stopped = Parties jouées : { $games } sur { $all }, à { $rate } par seconde : { $folder }
lab-deviant = Les résultats de { $worker } s’écartent des autres : { $z } erreurs types sur { $blocks } blocs. Vérifiez cette machine.
lab-run-there = Les { $all } parties étaient déjà là : { $folder }
help-lab-work-short = Jouer un lot d’un plan.
help-lab-work = Jouer un lot d’un plan et écrire ses fichiers, pour un ordonnanceur. Un lot déjà là n’est pas rejoué.
help-lab-work-chunk = Le numéro du lot, à partir de 0.
lab-work-there = Le lot { $chunk } était déjà là.
help-lab-chunks-short = Énumérer les lots d’un plan.
help-lab-chunks = Énumérer les numéros des lots d’un plan, un par ligne. Avec -o, seulement ceux qui manquent à la série.
help-lab-chunks-count = N’afficher que leur nombre.
help-lab-sql-short = Interroger une série en SQL.
help-lab-sql =
    Interroger une série dans le SQL de DuckDB. Chaque table de la série est une vue, et d’autres vues répondent aux
    questions courantes. Sans QUERY, celles-ci sont énumérées.
help-lab-csv = Afficher toutes les lignes en CSV.
help-lab-report-short = Répondre sur une page à des questions sur une série ou des parties enregistrées.
help-lab-report =
    Répondre à des questions sur IKI d’après les parties d’une série, sur une page HTML, avec figures, intervalles et
    données.

    RUN est le dossier d’une série ou un fichier de parties enregistrées. La page est en anglais et se passe de réseau.
help-lab-report-output = La page à écrire ; son nom finit par .html.
help-lab-report-player = Ajouter le profil d’un joueur de la série : le nom d’une place.
help-lab-part-edition = Choisir les parties de cette édition. Par défaut, la partie de la série qui a le plus de parties.
help-lab-part-players = Choisir les parties à ce nombre de joueurs.
help-lab-part-overlay = Choisir les parties jouées avec ce calque ; un nom vide désigne les nombres fournis.
lab-report-progress = Réponses
lab-report-written = Questions traitées d’après { $games } parties : { $questions }. Écrit : { $file }
lab-sql-more = Seules les { $rows } premières lignes sont affichées ; --csv les affiche toutes.
lab-report-unfinished = Parties inachevées, laissées de côté : { $count }
problem-lab-page = { $file } : le nom d’une page finit par .html.
problem-lab-page-exists = { $file } existe déjà ; choisissez un autre nom ou remplacez le fichier avec --force.
help-lab-force = Remplacer le fichier s’il existe.
help-lab-compare-short = Comparer deux séries : différences, tailles d’effet et parties nécessaires.
help-lab-compare =
    Comparer les parties de deux séries : les différences et leurs intervalles, les tailles d’effet, et combien de parties
    il faudrait à chaque série pour trouver une différence de cette taille.

    Avec --overlay et --against, ce peuvent être deux calques d’une même série.
help-lab-compare-output = Écrire aussi une page ; son nom finit par .html.
help-lab-compare-against = Le calque de la seconde série.
lab-compare-quantity = grandeur
lab-compare-first = première
lab-compare-second = seconde
lab-compare-difference = différence
lab-compare-effect = effet
lab-compare-games = parties nécessaires

## The command: record

help-record-short = Vérifier ou montrer des parties enregistrées.
help-record = Vérifier ou montrer des parties enregistrées : des fichiers au format edokko/1, compressés ou non.
help-check-short = Rejouer chaque partie et la vérifier.
help-check =
    Rejouer chaque partie des fichiers et la vérifier : coups, hasard, résultat et trace.

    Chaque partie fautive a une ligne qui dit où, et la valeur attendue ; les coups se comptent à partir de 0. Le code de
    sortie est 0 si toutes les parties sont bonnes, 1 si l’une est fautive, 2 si un fichier ne peut pas être lu.
help-show-short = Montrer une partie tour par tour, avec sa feuille de score.
help-show = Montrer en mots une partie d’un fichier, tour par tour, avec le plateau et la feuille de score à la fin.
help-show-game = Quelle partie du fichier, comptée à partir de 1.  [par défaut : 1]
check-bad = { $file } : ligne { $line } : { $reason }
check-bad-move = { $file } : ligne { $line } : coup { $move } : { $reason }
check-empty = { $file } : il n’y a aucune partie dedans
check-summary = { $good ->
        [one] { $good } bonne partie
       *[other] { $good } bonnes parties
    }, { $bad ->
        [one] { $bad } fautive
       *[other] { $bad } fautives
    }, dans { $files ->
        [one] { $files } fichier
       *[other] { $files } fichiers
    }
show-heading = Partie { $number } : { $seats } ; édition { $edition }, { $moves } décisions
show-unfinished = La partie n’est pas terminée. Les scores si elle finissait maintenant :
problem-no-game = { $file } : il n’y a pas de partie { $number } ; le fichier en contient { $count }.

## The command: components

help-components-short = Lister les nombres du jeu et leur origine.
help-components =
    Lister tous les nombres du jeu et leur origine.

    edokko components [PART] liste les valeurs dont la clé contient PART, comme « monk » ou « goods.winter ».
help-list-short = Lister les valeurs ; « list » peut s’omettre.
help-list =
    Lister les valeurs dont la clé contient PART, une par ligne, avec leur origine : imprimée dans les règles, déduite
    de celles-ci, substitut choisi pour le jeu, ou votre propre calque.
help-list-only = Seulement les valeurs de cette origine.
help-components-check-short = Vérifier un calque.
help-components-check = Vérifier un fichier de calque : chaque problème est donné avec sa clé et la valeur attendue.
list-summary = { $count ->
        [one] { $count } valeur
       *[other] { $count } valeurs
    }
provenance-printed = imprimé
provenance-inferred = déduit
provenance-substitute = substitut
provenance-divergent = divergent
provenance-not-applicable = sans objet
provenance-overlay = calque
components-good = { $file } : bon.
components-counts = Édition { $edition } : { $given ->
        [one] { $given } valeur
       *[other] { $given } valeurs
    } du calque, { $left ->
        [one] { $left } substitut restant
       *[other] { $left } substituts restants
    }

## The command: bench

help-bench-short = Mesurer la vitesse du moteur sur cette machine.
help-bench = Mesurer la vitesse du moteur sur cette machine, à côté de Python seul faisant de même. Cela prend environ une minute.
help-bench-quick = Omettre le démarrage d’un processus.
bench-progress = Mesures
bench-what = quoi
bench-figure = mesure
bench-unit = unité
bench-ratio = × simple
bench-floor = plancher
bench-aim = but
bench-holds = tenu
bench-misses = manqué
bench-random-play-native = coups, moteur natif
bench-random-games-native = parties, moteur natif
bench-random-play-list-backed-cpython = de même, Python seul
bench-search-as-shipped = recherche, telle que livrée
bench-search-of-the-champion = recherche de champion
bench-network-with-the-observation = réseau, avec l’observation
bench-network-observation-given = réseau, observation donnée
bench-python-loop-over-batch = boucle Python, Batch
bench-state = taille d’un état
bench-copy-of-a-state = copie d’un état
bench-2-threads-against-1-by-the-clock = 2 fils contre 1
bench-start-to-first-move-by-the-clock = départ au premier coup
unit-decisions-per-s = décisions/s
unit-games-per-s = parties/s
unit-simulations-per-s = simulations/s
unit-positions-per-s = positions/s
unit-bytes = octets
unit-ns = ns
unit-s = s
unit-times = fois

## La table : problèmes de son API

api-bad-request = La demande est mal formée.
api-detail-you-once = Vous ne pouvez occuper qu’un siège ; les autres à votre écran sont « local ».
api-detail-rated = Une partie classée se joue entre personnes, chacune à son écran, depuis le début, sans conseils et avec les tables fournies.
api-detail-coach-rated = Une partie classée se joue sans entraîneur.
api-detail-coach-people = L’entraîneur n’est là que si toutes les autres places sont à l’ordinateur.
api-detail-coach-off = L’entraîneur de cette table est désactivé.
api-detail-clock = Une pendule se règle en minutes si le rythme est « live », en jours s’il est « days », et n’a d’incrément qu’en minutes.
api-detail-edition = L’édition de cette table dépend de ses cartes, de sa position ou de sa série.
api-detail-levels = Les niveaux sont : { $levels }. Tous sauf le premier peuvent avoir un style, comme hard:builder ; les styles sont : { $styles }.
api-detail-awaited = On attend encore : { $names }.
api-detail-rows = Cette table a connu { $count } changements : on ne peut plus que continuer à jouer.
api-detail-study-order = Nœud { $node } : son parent doit venir avant lui.
api-detail-study-played = Nœud { $node } : les coups de la partie doivent former une seule suite depuis le départ.
api-detail-study-source = Il faut soit table, soit record, et pas les deux.
api-detail-stored = Toutes vos analyses et notes ensemble peuvent faire { $most } ko.
api-detail-chance-missing = Le hasard décide d’abord. Possible : { $possible }.
api-detail-chance-impossible = Cela ne peut pas arriver maintenant. Possible : { $possible }.
api-detail-start = Il faut exactement un de ces champs : new, position, record, table.
api-detail-start-ply = Un ply ne va qu’avec un enregistrement ou une table.
api-detail-start-overlay = Un overlay ne va qu’avec une nouvelle partie, ou avec une position qui n’en a pas.
api-detail-start-seats = La position a { $count } joueurs : la table doit avoir autant de places.
api-detail-start-over = La partie est terminée dans cette position.
api-detail-foreign-origin = La page est à { $origin }, mais la demande nomme l’hôte { $host }. Si les deux sont ce site, son proxy doit transmettre le Host que le navigateur envoie, avec le port, ou EDOKKO_ORIGINS doit nommer { $origin }.
api-detail-foreign-host = La demande nomme l’hôte { $host }, qui n’est pas dans EDOKKO_ORIGINS.
api-shape-missing = { $where } : il manque « { $field } ».
api-shape-unknown = { $where } : il n’y a pas de « { $field } » ici.
api-shape-value = { $where } : { $value } n’est pas une valeur permise.
api-shape-type = { $where } : attendu { $expected }, trouvé { $found }.
api-shape-at-least = { $where } : au moins { $bound }.
api-shape-at-most = { $where } : { $bound } au plus.
api-shape-longer = { $where } : une longueur d’au moins { $bound }.
api-shape-shorter = { $where } : une longueur de { $bound } au plus.
api-shape-pattern = { $where } : doit correspondre au motif { $pattern }.
api-shape-json = { $where } : ce n’est pas du JSON valide.
api-bad-overlay = Le fichier de valeurs ne peut pas être utilisé.
api-bad-position = La position est inutilisable.
api-bad-record = L’enregistrement est inutilisable.
api-unknown-level = Il n’y a pas de joueur virtuel de ce niveau.
api-bad-name = Le nom est vide ou contient des caractères qui ne peuvent s’afficher.
api-reserved-name = Ce nom est réservé au site ; choisissez-en un autre.
# The words of invented names: every first word goes with every second one.
guest-name-first = Grue Carpe Lanterne Prune Loutre Cascade Cerise Rivière Montagne Tortue Fougère Cigale Pivoine Aurore Étoile Colline Rizière Brume Pagode Pin Pont Moineau Héron Érable Bambou Cèdre Grillon Faucon Renard Saule
guest-name-second = Agile Aimable Alerte Brave Calme Célèbre Digne Drôle Énergique Fidèle Habile Honnête Intrépide Imperturbable Jeune Leste Libre Magnifique Modeste Noble Paisible Rapide Sage Solide Splendide Tendre Stable
api-bad-address = On ne peut rien envoyer à cette adresse.
api-no-guest = Non identifié : appelez d’abord GET /api/guest, ou envoyez un jeton.
api-bad-token = Le jeton n’est pas valable.
api-bad-code = Le code est faux, déjà utilisé ou expiré.
api-not-your-seat = Ce siège n’est pas le vôtre.
api-not-the-host = Seul l’hôte peut faire cela.
api-foreign-origin = La demande vient d’un autre site.
api-foreign-host = La demande nomme un hôte que ce serveur ne sert pas.
api-no-hints = Il n’y a pas de conseils à cette table.
api-no-coach = Il n’y a pas d’entraîneur à cette table.
api-no-chat = Il n’y a pas de discussion à cette table.
api-no-spectators = Cette table n’admet pas de spectateurs.
api-banned = Vous ne pouvez plus jouer ici.
api-rated-game = Pendant une partie classée que vous jouez, le moteur ne répond pas et aucune table ne commence à une position. Sur une table classée en cours, le moteur ne répond jamais.
api-not-your-study = Seul son auteur peut modifier cette étude : enregistrez votre propre copie.
api-not-the-organiser = Seul l’organisateur peut faire cela.
api-no-table = Cette table n’existe pas.
api-no-player = Ce joueur n’existe pas.
api-no-puzzle = Ce problème n’existe pas.
api-no-study = Cette étude n’existe pas.
api-no-series = Cette série n’existe pas.
api-no-event = Ce tournoi n’existe pas.
api-no-program = Ce programme n’est pas en ligne.
api-no-challenge = Cette invitation n’est plus ouverte.
api-no-channel = Cette voie n’existe pas.
api-no-record = Une partie commencée à partir d’une position n’a pas de fichier : ses coups ne suffisent pas à la reconstruire.
api-no-message = Aucun autre joueur n’a écrit ce message.
api-not-found = Il n’y a rien à cette adresse.
api-method = Cette adresse n’accepte pas cette méthode.
api-stale-ply = La partie a avancé entre-temps.
api-already-started = La partie a déjà commencé.
api-not-started = La partie n’a pas encore commencé.
api-seat-taken = Ce siège est pris.
api-table-full = Tous les sièges sont pris.
api-seats-open = Il reste des sièges libres.
api-not-ready = Tous les joueurs ne sont pas encore prêts.
api-crest-taken = Un autre joueur à cette table a ce blason.
api-already-seated = Vous avez déjà un siège à cette table.
api-not-away = Ce joueur ne peut pas être remplacé : il est là, ou n’a pas fait attendre la partie assez longtemps.
api-no-undo = Rien ne peut être annulé maintenant.
api-game-over = La partie est finie.
api-time-over = Votre temps est écoulé : un joueur virtuel a pris le relais.
api-not-over = La partie n’est pas encore finie.
api-has-rematch = Cette partie a déjà une revanche : commencez la série là-bas.
api-series-over = La série est finie.
api-event-full = Le tournoi est complet.
api-event-over = Le tournoi est fini, ou sa dernière ronde a commencé.
api-event-running = Le tournoi a déjà commencé.
api-event-not-running = Aucune ronde ne peut être commencée ou fermée maintenant.
api-few-players = Un tournoi demande trois joueurs.
api-not-entered = Ce joueur n’est pas dans ce tournoi.
api-no-mail = Ce serveur n’envoie pas d’e-mails.
api-too-large = La demande est trop grande.
api-illegal-move = Ce coup n’est pas permis.
api-unknown-move = Ce coup n’existe pas.
api-missing-chance = Le hasard décide avant ce coup.
api-impossible-chance = Le hasard ne peut pas donner cela.
api-too-many = C’est trop à la fois : attendez un peu.
api-internal = Quelque chose a mal tourné dans le serveur.
api-busy = Le serveur est occupé : réessayez.
api-storage-full = Il n’y a pas de place pour enregistrer en ce moment : rien n’a été enregistré. Réessayez plus tard.

## La table : si la page manque

page-title = Edokko : le jeu IKI dans le navigateur
page-description = Jouez à IKI dans votre navigateur : contre l’ordinateur, à plusieurs sur un écran, ou avec des amis grâce à un lien.
page-table = Une table d’IKI
page-table-named = { $name } : une table d’IKI
page-table-told = Une partie à { $players } joueurs. { $state }
page-full = Tous les sièges sont pris.
page-waiting = { $open ->
    [one] Un siège est libre.
   *[other] { $open } sièges sont libres.
}
page-running = La partie est en cours.
page-finished = La partie est finie.
page-closed = La table est fermée.
page-position = Une position d’IKI
page-study = Une étude d’IKI
page-study-named = { $name } : une étude d’IKI
page-puzzle = Un problème d’IKI
page-series = Une série de parties d’IKI
page-series-named = { $name } : une série de parties d’IKI
page-series-told = { $players } joueurs, { $played } parties jouées.
page-event = { $name } : un tournoi d’IKI
page-event-told = Ronde { $round } sur { $rounds }, { $players } joueurs. { $state }
page-event-open = Inscrivez-vous par ce lien.
page-event-running = Le tournoi est en cours.
page-event-finished = Le tournoi est fini.
page-event-closed = Le tournoi n’a pas eu lieu.
page-events = Tournois d’IKI
page-missing-title = La page n’a pas été construite
page-missing =
    Le serveur fonctionne et son API répond sous /api, mais la page manque.
    Installez Node.js 20 ou plus récent et réinstallez edokko depuis ses sources ; cela construit la page.

## edokko serve

help-serve-short = La table dans le navigateur.
help-serve =
    La table dans le navigateur, pour une personne ou plusieurs. Les parties restent dans une base de données à vous ;
    EDOKKO_DATABASE peut nommer à la place une base PostgreSQL.
help-serve-port = Le port. Par défaut : { $port }, ou un port libre si celui-ci est pris.
help-serve-host = L’adresse où écouter ; 0.0.0.0 pour être joint depuis d’autres ordinateurs.
help-serve-no-browser = N’ouvrir aucun navigateur.
serve-started = La table est à { $address }
serve-how-to-stop = Ctrl-C pour arrêter ; les parties sont gardées.
serve-stopped = Le serveur s’est arrêté.
problem-setting = { $variable } vaut { $value }, ce qui n’est pas valable ; docs/run/settings.md donne les valeurs possibles.
problem-setting-smtp-origins = EDOKKO_SMTP a besoin d’EDOKKO_ORIGINS : sans cette variable, les courriels renverraient vers n’importe quel hôte nommé par un client.
problem-setting-removed = { $variable } est défini, mais PostgreSQL transmet désormais tous les messages entre les processus. Supprimez cette variable.
problem-setting-site = { $variable } vaut { $value }, qui n’est pas un dossier écrit par `edokko build-site` de cette version : créez-le de nouveau.
problem-port = Impossible d’écouter sur { $host }:{ $port } : { $reason }.
problem-served = Un autre serveur utilise déjà cette base de données, à { $address }. Un fichier SQLite n’a qu’un serveur ; PostgreSQL en accepte plusieurs.
problem-restore-served = Un serveur utilise cette base de données, à { $address } : arrêtez-le d’abord.
help-example-serve = La table dans le navigateur, à une ou plusieurs personnes

## edokko build-site

help-site-short = La table en un dossier pour tout hébergeur web.
help-site =
    Écrit un dossier que tout hébergeur de fichiers peut servir, et où la table se passe de serveur : parties contre
    des joueurs automatiques, leçons, problèmes et analyses se font dans le navigateur, même hors connexion.
help-site-pyodide = Un dossier avec les fichiers de Pyodide et le wheel de msgspec pour lui, au lieu d’un téléchargement.
site-built =
    La table est dans { $folder }. Une première visite charge { $first } Mo : page { $page }, Pyodide { $pyodide }, paquet { $package }.
    Le réseau du joueur master ajoute { $later } Mo. Pour l’essayer : python -m http.server --directory { $folder }
problem-site-target = { $folder } n’est pas un dossier vide ; indiquez-en un nouveau.
problem-site-page = La page n’est pas construite : installez edokko depuis ses sources avec Node.js, sans EDOKKO_NO_PAGE.
problem-site-engine = Le moteur pour navigateurs manque ou n’est pas fait de ces règles : réinstallez edokko avec le paquet ziglang.
problem-site-npm = npm, qui télécharge Pyodide, est introuvable : installez Node.js, ou indiquez un dossier avec --pyodide.
problem-site-download = { $command } a échoué : { $reason } Vérifiez la connexion, ou indiquez un dossier avec --pyodide.
problem-site-node = Node.js, qui compile le paquet pour les navigateurs, est introuvable : installez-le.
problem-site-compile = { $command } a échoué : { $reason } Il faut Node.js 20 ou une version plus récente.
problem-site-hash = { $name } n’est pas le fichier attendu : son empreinte diffère. Rien n’a été écrit.
problem-site-missing = { $folder } n’a pas de fichier { $name }.
problem-site-version = { $folder } contient un autre Pyodide ; cette version d’edokko demande { $wanted }.
problem-site-write = Impossible d’écrire { $folder } : { $reason }.

## edokko worker

help-worker-short = Réfléchit pour les serveurs d’un grand site.
help-worker =
    Réfléchir pour les serveurs qui partagent une base PostgreSQL et tournent avec EDOKKO_THINKING=workers : les coups des
    joueurs virtuels, les conseils, les analyses et les revues. Lancez autant de processus que vous voulez, sur toute machine qui atteint la base.
help-worker-database = La base PostgreSQL des serveurs. Par défaut : EDOKKO_DATABASE.
help-worker-threads = Le nombre de joueurs virtuels qui réfléchissent en même temps. Par défaut : EDOKKO_BOT_THREADS.
help-worker-kinds = Ce que fait ce processus, séparé par des virgules. Par défaut : { $kinds }
help-worker-metrics = Le port des mesures sur 127.0.0.1, au format de Prometheus. Par défaut : aucun.
worker-started = Le processus attend du travail : { $kinds }. Ctrl-C pour l’arrêter.
worker-stopped = Le processus s’est arrêté ; un autre finit son travail.
problem-worker-database = Ce processus a besoin d’une base PostgreSQL : indiquez-la avec --database postgresql+asyncpg://… ou dans EDOKKO_DATABASE. Avec un fichier SQLite, le serveur réfléchit lui-même.
problem-worker-kind = Il n’y a pas de travail du genre { $kind } ; choisissez parmi { $kinds }.

## edokko admin

help-admin-short = Tables, joueurs et sauvegardes d’un serveur.
help-admin =
    Gérer les tables et les joueurs de la base dont se sert edokko serve, qu’il tourne ou non ; EDOKKO_DATABASE la désigne.
help-admin-tables = Lister les tables : identifiant, dernier changement, état, édition, mois, places.
help-admin-status = Seulement les tables dans cet état.
help-admin-players = Lister les joueurs dont le nom contient NAME : identifiant, dernier passage, parties finies, nom.
help-admin-reports = Lister les messages signalés : date, table, auteur, qui l’a signalé, nom et texte.
help-admin-most = En lister au plus ce nombre.
help-admin-check = Charge toutes les tables et signale celles où des lignes manquent. Le code de sortie est 1 s’il y en a.
help-admin-repair = Coupe les lignes à partir de la première qui manque : les parties ouvertes continuent de là.
help-admin-close = Fermer une table ; son enregistrement reste.
help-admin-ban = Exclure un joueur : il ne peut plus que regarder.
help-admin-unban = Laisser rejouer un joueur exclu.
help-admin-delete =
    Supprimer un joueur et ses données. Les parties jouées avec d’autres restent, sans son nom ; un joueur virtuel le remplace.
help-admin-backup = Écrire toute la base dans un nouveau fichier, même si des serveurs tournent.
help-admin-restore = Remplacer toute la base par la sauvegarde FILE. Arrêtez d’abord les serveurs.
help-admin-yes = Confirmer. Sans cette option, rien ne se passe.
admin-no-tables = Il n’y a pas de table.
admin-no-players = Il n’y a pas de joueur.
admin-no-reports = Il n’y a pas de signalement.
admin-banned-mark = exclu
admin-check-good = Toutes les tables sont complètes.
admin-check-repairable = Table { $table } ({ $status }) : la ligne { $row } manque ou est fausse. Avec edokko admin check --repair, la partie continue avant cette ligne.
admin-check-repaired = Table { $table } ({ $status }) : coupée à la ligne { $row } ; la partie continue de là.
admin-check-over = Table { $table } ({ $status }) : la ligne { $row } manque ou est fausse. La partie est finie, et son enregistrement est perdu, sauf si une sauvegarde le contient.
admin-closed = La table { $table } est fermée.
admin-not-open = La table { $table } n’était plus ouverte.
admin-banned = { $name } : exclusion enregistrée.
admin-unbanned = { $name } peut rejouer.
admin-deleted = { $name } et ses données sont supprimés.
admin-backed-up = La base est sauvegardée dans { $file }.
admin-restored = La base est restaurée depuis { $file }. Relancez les serveurs.
problem-not-sure = Cela ne peut pas être annulé ; ajoutez --yes pour le faire.
problem-no-such = Il n’y a ni table ni joueur { $id } ; edokko admin tables et edokko admin players les listent.
problem-database = La base de données est inutilisable : { $reason }.
problem-database-malformed = EDOKKO_DATABASE est inutilisable. Écrivez sqlite+aiosqlite:///FILE ou postgresql+asyncpg://utilisateur:mot-de-passe@hôte:5432/nom : un hôte IPv6 entre crochets, les signes spéciaux du mot de passe encodés en pour-cent, et des options seulement si le pilote les connaît.
problem-database-silent = PostgreSQL à { $server } ne répond pas (EDOKKO_DATABASE) : { $reason }.
problem-database-damaged = La base de données est inutilisable : le fichier { $file } est endommagé. Restaurez une sauvegarde avec edokko admin restore.
problem-database-later = La base de données a la version { $revision }, mais edokko { $version } ne connaît que les versions jusqu’à { $newest } : réinstallez l’edokko plus récent, ou restaurez une sauvegarde d’avant son installation.
problem-backup-later = La sauvegarde { $file } a la version { $revision }, mais edokko { $version } ne connaît que les versions jusqu’à { $newest } : installez d’abord l’edokko plus récent. Rien n’a changé.
problem-backup-no-database = Il n’y a pas encore de base { $detail } ; edokko serve la crée.
problem-backup-exists = { $detail } existe déjà ; donnez le nom d’un nouveau fichier.
problem-backup-no-tool = { $detail } n’est pas installé ; il vient avec les outils client de PostgreSQL.
problem-backup-not-a-backup = { $detail } n’est pas une sauvegarde de cette sorte de base.
problem-backup-damaged = { $detail } est endommagé.
problem-backup-failed = La sauvegarde a échoué : { $detail }
problem-restore-failed = La restauration a échoué, et rien n’a changé : { $detail }

## Les messages qu’un joueur reçoit quand la page est fermée, et les pages de leurs liens

alert-turn = À vous de jouer
alert-turn-text = C’est à vous de jouer dans la partie « { $game } ».
alert-clock = Votre temps est bientôt écoulé
alert-clock-hours = Dans la partie « { $game } », il vous reste { $count ->
        [one] { $count } heure
        [many] { $count } heures
       *[other] { $count } heures
    } pour jouer. Ensuite, un joueur virtuel prend votre place.
alert-clock-minutes = Dans la partie « { $game } », il vous reste { $count ->
        [one] { $count } minute
        [many] { $count } minutes
       *[other] { $count } minutes
    } pour jouer. Ensuite, un joueur virtuel prend votre place.
alert-over = La partie est finie
alert-over-text = La partie « { $game } » est finie. Vous êtes à la place { $place } sur { $players }, avec { $points } IKI.
alert-test = Un essai
alert-test-text = Ceci est un essai. Les messages sur vos parties arriveront ici.
alert-confirm = Confirmez votre adresse e-mail
alert-confirm-text = Ouvrez ce lien pour recevoir un e-mail quand c’est à vous de jouer. Si vous n’avez rien demandé, ignorez ce message.
alert-mail-stop = Ne plus recevoir ces e-mails : { $link }
alert-page-stop = Arrêter ces messages ?
alert-page-stop-text = Edokko n’enverra plus rien à { $name }. Vous pourrez l’ajouter de nouveau dans les réglages.
alert-page-stop-button = Arrêter
alert-page-stopped = C’est arrêté. Plus rien n’est envoyé.
alert-page-confirm = Confirmez votre adresse e-mail
alert-page-confirm-text = Edokko enverra un e-mail à { $name } quand c’est à vous de jouer.
alert-page-confirm-button = Confirmer
alert-page-confirmed = C’est confirmé. Vous pouvez fermer cette page.
alert-page-gone = Ce lien n’est plus valable.
offline-title = Pas de connexion
offline-text = Le serveur ne répond pas. Vos parties y sont en sécurité. Cette page essaie de nouveau toute seule.
offline-again = Réessayer
offline-here = Jouer ici, sans le serveur
offline-head = Sans connexion
offline-about = Ce navigateur peut conserver sa propre table : parties contre des joueurs automatiques, leçons et problèmes se passent alors du serveur.
offline-keep = Conserver pour jouer hors connexion ({ $size } Mo)
offline-loading = { $loaded } sur { $size } Mo
offline-kept = Conservée dans ce navigateur.
offline-remove = Supprimer
offline-failed = La table n’a pas pu être conservée : vérifiez la connexion et l’espace de ce navigateur.
offline-back = Vers les tables du serveur

## La page : les notifications quand elle est fermée

notify-title = Quand la page est fermée
notify-told = Edokko vous prévient quand c’est à vous de jouer, une fois avant la fin de votre temps, et quand une partie est finie. Rien n’est envoyé tant que la table est ouverte chez vous.
notify-here = Ce navigateur
notify-here-on = Activer dans ce navigateur
notify-here-off = Désactiver dans ce navigateur
notify-blocked = Le navigateur bloque les notifications de ce site. Autorisez-les dans les réglages du navigateur pour ce site, puis rouvrez cette page.
notify-impossible = Ce navigateur ne peut rien annoncer quand la page est fermée. Sur un iPhone ou un iPad, ajoutez d’abord Edokko à l’écran d’accueil et ouvrez-le de là.
notify-failed = Le navigateur n’a pas pu être inscrit. Réessayez plus tard.
notify-email = E-mail
notify-email-address = Adresse e-mail
notify-email-none = Ce serveur n’envoie pas d’e-mails.
notify-email-sent = Ouvrez le lien dans l’e-mail envoyé à { $name }.
notify-email-unconfirmed = Pas encore confirmée : ouvrez le lien dans l’e-mail.
notify-email-again = Renvoyer le lien
notify-webhook = Webhook
notify-webhook-address = Adresse, https://…
notify-webhook-style = Format
notify-webhook-json = JSON signé
notify-webhook-secret = La clé de la signature. Copiez-la maintenant, elle n’est montrée qu’une fois :
notify-add = Ajouter
notify-remove = Retirer { $name }
notify-test = Envoyer un essai
notify-test-of = Envoyer un essai à { $name }
notify-test-sent = L’essai est envoyé à { $name }.
notify-test-failed = { $name } ne l’a pas accepté : { $reason }
notify-last = Dernier message : { $time }
notify-last-failed = Le dernier message n’a pas été accepté : { $reason }
notify-paused = En pause, car beaucoup de messages n’ont pas été acceptés. Un essai qui arrive met fin à la pause.
notify-quiet = Heures calmes
notify-quiet-on = Ne rien envoyer pendant ces heures
notify-quiet-from = De
notify-quiet-to = à
notify-quiet-zone = Fuseau horaire : { $zone }
notify-quiet-empty = Les heures calmes doivent commencer et finir à des heures différentes.

## Partager une table : le cadre pour un autre site

share-embed = Intégrer
share-embed-told = Copiez ceci dans une page à vous :
share-open = Ouvrir dans Edokko

## La fin d’une partie

end-talk = { $who ->
    [you] Tout Edo parle de vous : { $points } IKI
   *[other] Tout Edo parle de { $seat } : { $points } IKI
}
end-decided = { $id ->
    [track] La piste IKI a
    [types] Les métiers ont
    [fish] Les poissons ont
    [pouches] Les blagues à tabac ont
    [buildings] Les bâtiments ont
    [koban] Les kobans ont
    [wood] Le bois a
   *[mon] Les mons ont
} fait la différence : { $winner } ({ $most }), { $rival } ({ $least }).
end-tie = { $seats } ont { $points } IKI : l’ordre de la lutte contre les incendies décide.
end-replaced = L’ordinateur a terminé à la place de : { $seats }.
end-place = { $place ->
    [1] 1er
   *[other] { $place }e
}
end-again-told = même table, mêmes joueurs
end-event = Voir le tournoi
end-series = Voir la série
end-review = Analyser ma partie
end-review-told = vos coups, et de meilleurs
end-picture = Partager l’image
end-picture-told = la rue et les points
end-as-table = En tableau
end-more = Plus
end-best = Votre meilleur moment
end-best-month = Mois { $month } :

## Events and series

contest-title = Tournois
contest-intro = Un tournoi se joue en plusieurs rondes à des tables de trois ou quatre, avec un classement. Les joueurs s’inscrivent par un lien.
contest-all = Tous les tournois
contest-new = Nouveau tournoi
contest-name = Nom du tournoi
contest-kind = Appariement
contest-kind-swiss = Suisse
contest-kind-swiss-told = Les joueurs qui ont à peu près autant de points se rencontrent, et aucune paire ne se retrouve si cela peut être évité.
contest-kind-round-robin = Toutes rondes
contest-kind-round-robin-told = Tous les joueurs se rencontrent à peu près aussi souvent.
contest-size = Sièges par table
contest-rounds = Rondes
contest-most = Joueurs au plus
contest-pause = Pause entre les rondes
contest-pause-none = aucune
contest-pause-minutes = { $minutes } min
contest-starts-full = Commencer dès que le tournoi est complet
contest-plays = Je joue aussi
contest-listed = Montrer le tournoi à tous les visiteurs
contest-create = Créer le tournoi
contest-yours = Vos tournois
contest-open-list = Tournois ouverts
contest-running-list = Tournois en cours
contest-none = Aucun tournoi n’est ouvert pour l’instant.
contest-status-open = ouvert
contest-status-running = ronde { $round } sur { $rounds }
contest-status-finished = fini
contest-status-closed = n’a pas eu lieu
contest-entered = { $count } joueurs sur { $most }
contest-round-count = { $count ->
    [one] une ronde
   *[other] { $count } rondes
}
contest-join = S’inscrire
contest-leave = Quitter le tournoi
contest-start = Commencer la ronde 1
contest-start-needs = à trois joueurs ou plus
contest-begin-round = Commencer la ronde suivante maintenant
contest-close-round = Fermer cette ronde
contest-close-round-told = Ses parties inachevées ne comptent pas.
contest-end = Finir le tournoi
contest-sure = Appuyez encore pour confirmer
contest-withdraw = Retirer un joueur
contest-withdraw-player = Retirer { $name }
contest-your-table = À votre table
contest-wait-start = L’organisateur commence le tournoi.
contest-wait-full = Le tournoi commence quand il est complet.
contest-wait-others = Votre partie est finie. D’autres tables de cette ronde jouent encore.
contest-wait-entry = Vous jouez à partir de la ronde { $round }.
contest-wait-next = La ronde suivante commence dans { $time }.
contest-is-over = Le tournoi est fini.
contest-standings = Classement
contest-rank = Rang
contest-player = Joueur
contest-points = Points
contest-games = Parties
contest-wins = Victoires
contest-opponents = Adversaires
contest-margin = Écart
contest-points-told = 4 points pour la première place, 1 pour la dernière, à intervalles égaux entre elles. Un joueur remplacé par l’ordinateur n’en reçoit aucun.
contest-ties-told = Égalités : victoires, puis points des adversaires, puis avance moyenne en IKI.
contest-series-ties-told = Égalités : victoires, puis avance moyenne en IKI.
contest-round = Ronde { $round }
contest-table = Table { $number }
contest-withdrawn = retiré
contest-late = dès la ronde { $round }
contest-replaced = remplacé
contest-not-counted = fermée, ne compte pas
contest-in-play = en cours
contest-not-begun = pas commencée
contest-bot = joueur de l’ordinateur
contest-look = Regarder
contest-replay = Revoir
contest-invite = Les joueurs s’inscrivent par ce lien :
contest-to = Au tournoi
contest-series = Série de parties
contest-series-next = À la partie suivante
contest-series-to = Classement de la série
contest-series-begin = Jouer une série
contest-series-told = Les mêmes joueurs, des sièges qui tournent et un classement. La table suivante est préparée automatiquement.
contest-series-games = Nombre de parties
contest-series-no-end = pas de nombre fixe
contest-series-game = Partie { $number }
contest-series-game-of = Partie { $number } sur { $games }
contest-series-over = La série est finie.
contest-series-end = Finir la série
contest-series-change = Modifier
contest-series-play = À la partie
contest-series-seat = Un siège est libre : prenez-le
contest-series-deleted = supprimée
## Ensemble : programmes, réactions, notes, discussion. La page charge ces messages quand elle en a besoin.

together-invite-program = Inviter un programme
together-programs-told = Des programmes d’autres personnes, en ligne maintenant. Ils ont une minute pour répondre.
together-no-programs = Aucun programme n’est en ligne.
together-invite = Inviter
together-playing = { $count ->
    [one] joue une partie
   *[other] joue { $count } parties
}
together-invited = Invité…
together-declined = A refusé
together-expired = Pas de réponse
together-accepted = A accepté
together-withdraw = Annuler
together-tokens = Des programmes qui jouent pour vous
together-tokens-told = Un programme muni d’un de vos jetons agit à votre place. Donnez à chacun le sien et révoquez ceux qui ne servent plus.
together-token-name = Nom du programme
together-token-create = Créer un jeton
together-token-once = Copiez le jeton maintenant : il ne s’affiche que cette fois.
together-token-copy = Copier le jeton
together-token-revoke = Révoquer
together-listed = Inscrit comme programme : { $name }
together-unlist = Retirer de la liste
together-talk = Échanges
together-watching = { $count ->
    [one] { $count } spectateur
   *[other] { $count } spectateurs
}
together-reactions = Réactions
together-reaction-hello = Bonjour !
together-reaction-nice = Bien joué !
together-reaction-thanks = Merci !
together-reaction-ouch = Aïe !
together-reaction-thinking = Je réfléchis…
together-reaction-game = Belle partie !
together-reactions-show = Afficher les réactions
together-note = Ma note
together-note-told = Vous seul pouvez la lire, même plus tard en revoyant la partie.
together-note-saved = Enregistrée
together-chat = Discussion
together-chat-told = Seuls les joueurs assis à la table peuvent lire et écrire ici.
together-chat-message = Votre message
together-chat-send = Envoyer
together-chat-empty = Pas encore de message.
together-chat-new = { $count ->
    [one] { $count } nouveau message
   *[other] { $count } nouveaux messages
}
together-chat-switch-off = Fermer la discussion pour de bon
together-chat-is-off = L’hôte a fermé la discussion.
together-mute = Masquer { $name }
together-unmute = Ne plus masquer { $name }
together-report = Signaler le message de { $name } à l’administrateur de ce serveur
together-report-sure = Appuyez encore pour signaler le message
together-reported = Signalé
together-sure = Appuyez encore pour confirmer

## La page : la table

web-live = En direct
web-reconnecting = Reconnexion : votre tour est conservé
web-gone = Non connecté
web-to-lobby = Accueil
web-table = Une table
web-pair = { $what } : { $said }
web-edition = Édition { $edition }
web-payday = bilan des comptes
web-fire = incendie { $strength }
web-log = Journal
web-theme = Thème
web-rules = Règles
web-settings = Réglages
web-board = Plateau
web-nagaya = Nagaya { $nagaya }
web-start = Départ
web-short-name = { $id ->
    [soap_bubble_man] Bulles de Savon
    [kite_maker] Cerfs-Volants
    [used_clothes_peddler] Fripière
    [fireworks_maker] Feux d’Artifice
    [firewood_peddler] Vendeuse de Bois
    [puppet_maker] Marionnettes
    [kabuki_theater] Kabuki
    [merchant_house] Commerce
    [sandal_shop] Sandales
    [fire_tower] Tour du feu
    [tobacco_shop] Tabac, pipes
    [construction_site] Contremaître
    [fish_market] Poissons
    [money_changer] Change
    [karuta_maker] Cartes Karuta
    [tatami_maker] Tatamis
    [buddhist_sculptor] Sculpteur
    [charcoal_peddler] Charbonnier
   *[other] { $name }
}
web-tip-stall =
    Arrière-salle { $room }, nagaya { $nagaya }
    Un oyakata qui se trouve sur { $shops } peut commercer ici.
web-tip-nagaya =
    Nagaya { $nagaya }
    Deux personnages ou plus du même métier ici sont en harmonie : au bilan des comptes, chaque propriétaire reçoit des IKI pour les siens.
web-tip-fifth = Les quatre arrière-salles du carrefour forment un cinquième groupe pour l’harmonie. Y recruter coûte plus cher.
web-tip-fire-mark = Un incendie dans le nagaya { $nagaya } part d’ici et va de l’arrière-salle 1 au carrefour. Il perd de la force à chaque arrière-salle.
web-tip-square = Un joueur qui s’arrête ici peut faire une transaction avec cette boutique et une avec un personnage des arrière-salles voisines.
web-tip-start = Tous les oyakata partent d’ici. Le premier pas mène à la case 1 et ne franchit pas la ligne du tour.
web-tip-lap =
    Ligne du tour
    Quand votre oyakata la franchit, chacun de vos personnages sur le plateau gagne 1 niveau d’expérience.
web-tip-surcharge = Recruter ou construire ici coûte { $mon ->
        [one] { $mon } mon
       *[other] { $mon } mons
    } de plus : { $id ->
        [middle] cette arrière-salle donne sur deux boutiques.
       *[crossing] cette arrière-salle appartient à deux groupes, son nagaya et le carrefour.
    }
web-tip-alike = Au bilan des comptes, les personnages d’un même métier dans un groupe rapportent des IKI à chaque propriétaire : le nombre des siens × le nombre total.
web-tip-iki-track = Piste IKI
web-tip-iki-track-how = Chaque disque indique les IKI d’un joueur. Au-delà de 30, il repart du début, et le nombre dessous est le total.
web-tip-fire-track = Le joueur le plus à droite choisit en premier sa barque. À égalité, la liste décide.
web-tip-fire-of = mois { $month } : force { $strength }
web-tip-fires = Incendies : { $fires }
web-meal = Bilan des comptes du mois { $month } : avec ce recrutement, il vous faudra { $needs } riz, vous en avez { $has }.
web-tip-boat-walks =
    Avance de { $squares ->
        [one] { $squares } case
       *[other] { $squares } cases
    } ; chaque sandale en ajoute une.
web-tip-boat-free = Avance de 1 à { $most } cases, au choix ; chaque sandale en ajoute une.
web-tip-boat-hires = Avant d’avancer, vous percevez votre revenu ou vous recrutez un personnage.
web-tip-boat-no-hire = { $mon ->
    [0] Ni revenu ni recrutement.
    [one] Rapporte { $mon } mon, mais ni revenu ni recrutement.
   *[other] Rapporte { $mon } mons, mais ni revenu ni recrutement.
}
web-tip-boat-order = Numéro { $place } dans l’ordre du tour, en partant de la gauche.
web-tip-ladder = Le kobun indique l’échelon atteint par ce personnage. Le nombre doré est son revenu au prochain bilan des comptes ; arrivé au cercle, le personnage part à la retraite.
web-tip-skill = Un joueur dont l’oyakata est sur la case voisine peut faire cette transaction une fois par tour. Si ce n’est pas le propriétaire, le personnage gagne 1 niveau d’expérience.
web-tip-owner = Appartient à { $seat }, qui reçoit le revenu et nourrit ce personnage au bilan des comptes.
web-tip-neutral = Un personnage neutre : chacun peut faire une transaction avec lui, personne ne touche son revenu.
web-tip-sold = { $good } : n’est plus en vente
web-lap = Tour
web-fifth = 5e
web-one-per-season = un par saison
web-lands-here = arrive ici
web-alike = { $type } × { $count } ensemble
web-square = Case : { $square }
web-shop = Boutique : { $shop }
web-empty = vide
web-free = libre
web-closed = fermée
web-taken = pris
web-not-used = hors jeu
web-not-outer = pas au bord
web-no-kobun = aucun kobun
web-no-room = complet
web-short = manque { $missing }
web-why-not-your-character = pas à vous
web-why-room-occupied = occupée
web-why-work-done = déjà fait
web-why-shop-done = déjà fait
web-why-same-room = déjà choisi
web-why-no-character-there = aucun personnage
web-why-nobody-to-train = personne à former
web-why-needs-two-characters = il en faut deux
web-why-not-on-sale = vendu
web-why-fish-of-season-held = vous en avez
web-why-wrong-square = pas ici
web-why-slot-only-moves = déplacement seul
web-why-out-of-reach = hors de portée
web-why-not-offered = pas proposé
web-why-nothing-to-build = plus aucun
web-why-not-now = pas maintenant
web-steps = expérience { $step } sur { $steps }
web-retires-next = prend sa retraite à la prochaine expérience
web-pay-mon = { $mon ->
    [one] payer { $mon } mon
   *[other] payer { $mon } mons
}
web-choose-room = choisir cette arrière-salle
web-reason-lands = vous pouvez arriver à côté : { $square }
web-reason-wards = avec ce recrutement, vous y éteignez le prochain incendie, de force { $strength }
web-reason-cheapest = le prix le plus bas
web-with-surcharge = supplément compris : { $mon } { $mon ->
    [one] mon
   *[other] mons
    }
web-too-dear = { $id ->
    [middle] Les arrière-salles du milieu
   *[crossing] Les arrière-salles du carrefour
    } coûtent { $extra } de plus : il vous manque { $mon } { $mon ->
    [one] mon
   *[other] mons
    }
web-start-edge = Les personnages de départ vivent au bord : le numéro 1 de chaque nagaya.
web-sum-on-card = − { $mon } sur la carte
web-sum-discount = − { $mon } ({ $token })
web-sum-room = { $id ->
    [middle] au milieu + { $mon } = { $sum }
   *[crossing] au carrefour + { $mon } = { $sum }
    }
web-for-hire = À recruter
web-first-faces = Les quatre premiers arrivent quand tous ont choisi
web-you = vous
web-sign-sun = Soleil : choisit le neutre des mois impairs
web-sign-moon = Lune : choisit le neutre des mois pairs
web-thinking = réfléchit
web-away = absent
web-at-table = À la table
web-hand-over = Laisser un joueur virtuel finir à ma place
web-hand-over-sure = Oui, je quitte la partie
web-replace = Remplacer par un joueur virtuel
web-replace-in = Remplaçable par un joueur virtuel dans { $time }
web-place-in-order = { $place ->
    [1] 1er
   *[other] { $place }e
}
web-kobun = { $free } kobun libres sur { $all }
web-retired = à la retraite, { $type } : { $count }
web-hungry =
    { $count ->
        [one] au bilan des comptes, { $count } personnage n’aura pas de riz
       *[other] au bilan des comptes, { $count } personnages n’auront pas de riz
    }
web-payday-lacks =
    Bilan des comptes du mois { $month } : { $needs ->
        [one] { $needs } personne mange
       *[other] { $needs } personnes mangent
    }, le riz en nourrit { $fed }.
web-buildings = Bâtiments
web-at-square = case { $square }
web-built = construit
web-close = Fermer
web-counts-fish = compte comme poisson
web-start-step = départ
web-all-turns = tous les tours
web-nothing-yet = Il ne s’est encore rien passé
web-log-undo = { $seat } annule un coup
web-log-bot = { $seat }, joueur virtuel, prend le relais
web-log-time = Temps écoulé : { $seat }, joueur virtuel, prend le relais
web-back = Retour
web-all-choices = Tous les choix : { $count }
web-choices = Choix
web-undo = Annuler
web-no-undo-nothing-to-undo = Rien à annuler
web-no-undo-chance-revealed = Une information cachée a été révélée
web-no-undo-turn-over = Le tour est fini
web-no-undo-not-yours = Le dernier coup n’est pas le vôtre
web-no-undo-not-running = La partie n’est pas en cours
web-end-turn = Finir le tour
web-end-anyway = Finir quand même
web-deals-left = une transaction reste possible
web-no-end = Pas encore : le tour n’est pas fini
web-turn-of = Au tour de { $seat }
web-your-turn = À vous de jouer
web-is-moving = { $seat } joue
web-now-payday = Bilan des comptes
web-now-fire = Incendie dans le nagaya { $nagaya }
web-now-month-ends = Fin du mois { $month }
web-go-on = Continuer
web-stage-salaries = Revenus
web-stage-neighbours = Voisins
web-stage-food = Repas
web-stage-fed = Tous nourris
web-pick-room = { $card } : dans quelle arrière-salle ?
web-pick-card = Qui s’installe en { $room } ?
web-hint = Conseil
web-skip = Passer
web-bar-deals = Boutique et un personnage
web-bar-deals-done = Tout est fait : finissez le tour
web-bar-character = Un personnage
web-bar-deal-left = Transaction encore possible
web-bar-press-again = Appuyez encore pour finir le tour
web-bar-free = gratuit
web-bar-lap-none = Tour complet
web-bar-lap = { $count ->
        [one] Tour complet : votre personnage gagne de l’expérience
       *[other] Tour complet : vos { $count } personnages gagnent de l’expérience
    }
web-bar-lap-retires = { $lap } · retraite : { $cards }
web-bar-pipe = { $count ->
        [one] Pipe
       *[other] Pipe : une des { $count }
    }
web-bar-pouch = { $count ->
        [one] Blague
       *[other] Blague : une des { $count }
    }
web-bar-buy = { $count ->
        [one] Acheter
       *[other] Acheter les deux
    }
web-bar-of = sur { $mon }
web-bar-income = Revenu
web-bar-stay = Rester
web-bar-guard = Protéger
web-bar-burn = Laisser brûler
web-bar-end = Finir
web-bar-end-sure = Vraiment ?
web-step-slot = { $mon ->
    [0] Sans recruter
    [one] +{ $mon } mon, sans recruter
   *[other] +{ $mon } mons, sans recruter
}
web-step-hire = Recruter
web-step-move = Avancer
web-step-trade = Commercer
web-deal-done = fait
web-not-your-turn = Ce n’est pas à vous de jouer.
web-board-as-list = Plateau en liste
web-do-it = Confirmer
web-verb-take = Prendre
web-verb-hire = Recruter
web-verb-build = Construire
web-next-payday = Prochain bilan des comptes : mois { $month }
web-next-fire = Prochain incendie : mois { $month }, force { $strength }
web-keys = Raccourcis
rules-key-tab = d’une zone à l’autre
rules-key-arrows = dans une zone
rules-key-all-arrows = avec Maj : tous les éléments, même hors de portée
rules-key-enter = valider l’élément sélectionné
rules-key-esc = revenir d’une étape ; passer l’animation
rules-key-digits = les choix de la barre
rules-key-income = percevoir votre revenu
rules-key-buy = acheter les jetons choisis
rules-key-undo = annuler
rules-key-end = finir votre tour
rules-key-all = tous les choix en liste
rules-key-log = tout le journal
rules-key-list = le plateau en liste
rules-key-rules = règles et cartes
rules-key-help = cette liste
web-score-sheet = Décompte
web-place = { $place ->
    [1] 1re place
   *[other] { $place }e place
}
web-time-left = temps restant : { $time }
web-days-left = { $days } j { $hours } h
web-clock = Pendule
web-clock-none = Sans pendule
web-clock-minutes = { $minutes } min chacun, +{ $increment } s par tour
web-clock-days = { $days ->
    [one] { $days } jour par tour
   *[other] { $days } jours par tour
}
web-clock-level = Temps écoulé : remplacer par
web-rated = Partie classée
web-is-rated = classée
web-rated-needs = Les parties classées se jouent entre humains, sans conseils ni valeurs personnelles.
web-rematch = Rejouer
web-to-rematch = Partie suivante
web-replay = Revoir
web-review = Analyse
web-sound = Sons
web-notify = M’avertir quand c’est à moi de jouer, même hors de cette page
web-notify-refused = Le navigateur ne le permet pas.
web-record = Fichier de la partie
web-pause = Pause
web-play = Lecture
web-step-back = Un coup en arrière
web-step-on = Un coup en avant
web-speed = Vitesse { $speed }
web-seen-from = Point de vue
web-move-number = Coup
web-move-of = Coup { $move } sur { $moves }
web-to-table = Voir la table
web-went-wrong = Une erreur s’est produite.
web-offline = Le serveur ne répond pas. Nouvelle tentative en cours.
web-fatal = Une erreur s’est produite sur cette page
web-fatal-more = Aucun coup n’est perdu : le serveur a gardé la partie. Rechargez la page pour continuer ; le rapport décrit l’erreur.
web-copy-report = Copier le rapport
web-report = Rapport
web-reload = Recharger

## La page : accueil, salle d’attente, réglages

web-menu = Menu
web-lobby = Accueil
web-lobby-title = Une année dans la rue marchande du vieil Edo
web-lobby-text = Recrutez des artisans, allez de boutique en boutique, nourrissez vos gens au bilan des comptes, et faites parler de vous au Nouvel An.
web-learn = Leçons
web-learn-title = Leçons courtes
web-learn-text = Sur le vrai plateau, trois minutes chacune.
web-learn-start = Commencer la première leçon
web-learn-go-on = Continuer avec la leçon { $number }
web-learn-done = { $done } sur { $count } terminées
web-learn-over = Les { $count } leçons sont terminées.
web-learn-again = Les revoir
web-first-title = Première partie, avec entraîneur
web-first-text = Il dit ce que vaut chaque coup. Annulez ce que vous voulez.
web-fact-time = 25 min
web-fact-opponents = { $count ->
        [one] { $count } joueur virtuel
       *[other] { $count } joueurs virtuels
    }
web-fact-account = sans compte
web-play-now = Jouer tout de suite
web-play-now-text = Arrêtez quand vous voulez, revenez plus tard.
web-play-computer = Jouer contre l’ordinateur
web-play-short = Jouer
web-without-hints = sans conseils
web-change = Modifier
web-friends = Jouer entre amis
web-friends-text = Envoyez un lien, prenez place, jouez.
web-friends-go = Ouvrir une table
web-friends-short = Entre amis
web-private = privée
web-public = publique
web-strength = Niveau
web-pace = Rythme
web-no-clock = sans pendule
web-card-numbers = Valeurs des cartes
web-cards = Cartes
web-open-tables = Tables ouvertes
web-watch = Parties à regarder
web-leads = { $name } mène avec { $points } IKI
web-payday-next = bilan des comptes ce mois-ci
web-fire-next = incendie de force { $strength } ce mois-ci
web-puzzle-today = Problème du jour
web-your-games = Vos parties
web-turn-at = À vous de jouer : { $name }
web-running-count = { $count ->
        [one] { $count } en cours
       *[other] { $count } en cours
    }
web-waiting-count = { $count ->
        [one] { $count } attend des joueurs
       *[other] { $count } attendent des joueurs
    }
web-continue = Continuer
web-look-in = Regarder
web-month-of-year = Mois { $month } sur 12
web-month-payday = Mois { $month } sur 12, bilan des comptes à la fin
web-month-fire = Mois { $month } sur 12, incendie de force { $strength } à la fin
web-last-move = Dernier coup { $ago }
web-just-now = à l’instant
web-you-won = Vous avez gagné, { $points } contre { $others }
web-they-won = { $name } a gagné, { $points } contre { $others }
web-look-back = Revoir
web-small-board = Le plateau au mois { $month }
web-seats-free = { $count ->
        [one] { $count } place libre
       *[other] { $count } places libres
    }
web-others-find = Laissez d’autres joueurs vous trouver.
web-open-public = Ouvrir une table publique
web-against = contre { $names }
web-no-results = Aucune partie terminée.
web-today = aujourd’hui
web-how-month = Un mois en quatre images
web-how-boat = Choisissez la barque : elle fixe distance et ordre du tour.
web-how-hire = Recrutez un personnage pour une arrière-salle, ou percevez votre revenu.
web-how-walk = Avancez, puis commercez avec la boutique et un personnage là où vous vous arrêtez.
web-how-payday = Certains mois finissent par un bilan des comptes, où vous nourrissez vos gens, d’autres par un incendie.
web-tab-tables = Tables
web-no-open = Aucune table n’attend de joueurs.
web-no-open-for = Aucune table ouverte n’a { $count } places.
web-join = Rejoindre
web-any-players = nombre indifférent
web-minutes-ago = il y a { $count } min
web-hours-ago = il y a { $count } h
web-days-ago = { $count ->
        [one] il y a { $count } jour
       *[other] il y a { $count } jours
    }
web-finished = terminée
web-month = mois { $month }
web-your-name = Votre nom
web-name-too-long = Un nom a { $most } lettres au plus.
web-name = Nom
web-edition-label = Édition
web-players-label = Joueurs
web-players = { $count } joueurs
web-seats = Places
web-seat-you = Vous
web-seat-local = Un autre joueur sur cet écran
web-seat-open = Place libre
web-computer = Ordinateur ({ $level })
web-level-easy = facile
web-level-medium = moyen
web-level-skilled = habile
web-level-hard = difficile
web-level-expert = expert
web-level-master = maître
web-style-of = Style de la place { $number }
web-style-none = sans style
web-style-builder = bâtisseur
web-style-builder-likes = Garde bois et koban pour les bâtiments.
web-style-fisher = pêcheur
web-style-fisher-likes = Achète du poisson à chaque saison.
web-style-employer = patron
web-style-employer-likes = Recrute dès qu’un kobun est libre.
web-style-captain = capitaine
web-style-captain-likes = Monte tôt dans la lutte contre les incendies.
web-random-seats = Places tirées au sort
web-allow-hints = Conseils autorisés
web-help = Aide
web-help-none = aucune
web-help-hints = conseils
web-help-coach = entraîneur
web-own-numbers = Utiliser les valeurs de votre exemplaire
web-own-numbers-told = Un fichier TOML avec les valeurs imprimées sur vos cartes.
web-own-numbers-remove = Retirer
web-with-own-numbers = valeurs personnelles
web-from-position = depuis une position
web-with-hints = avec conseils
web-with-chat = avec discussion
web-with-coach = avec entraîneur
web-listed = Publique : tout le monde peut la rejoindre depuis l’accueil
web-pace-days = Au fil des jours
web-pace-live = En une séance
web-spectators = Spectateurs autorisés
web-allow-chat = Discussion autorisée
web-table-name = Nom de la table
web-begin = Commencer la partie
web-waiting-room = En attente de joueurs
web-who-are-you = Qui êtes-vous ?
web-who-told = Les autres joueurs voient votre nom et votre blason.
web-all-taken = Toutes les places sont prises. Vous pourrez regarder la partie.
web-all-taken-private = Toutes les places sont prises, et cette partie est sans spectateurs.
web-table-closed = Cette table est fermée
web-sit-down = Prendre place
web-host = hôte
web-copy-link = Copier le lien
web-share-link = Partager le lien
web-send-link = Envoyez ce lien
web-scan = Code QR du lien
web-copied = Copié
web-seats-open = { $count ->
        [one] { $count } place est libre
       *[other] { $count } places sont libres
    }
web-crest = Blason
web-crest-wave = vague
web-crest-plum = prunier
web-crest-scales = écailles
web-crest-diamond = losanges
web-crest-of = { $crest } : blason de { $name }
web-give-seat = Place { $number } : qui joue ici
web-ready = Prêt
web-not-ready = Pas encore prêt
web-awaits = en attente de { $names }
web-host-begins = L’hôte lance la partie.
web-more = Plus
web-close-table = Fermer la table
web-leave = Quitter la table
web-language = Langue
web-theme-change = Clair ou sombre
web-theme-system = Comme le système
web-theme-light = Clair
web-theme-dark = Sombre
web-motion = Animations
web-motion-full = Toutes
web-motion-less = Réduites
web-quick-tap = Jouer d’un seul appui, sans confirmer
web-other-device = Continuer sur un autre appareil
web-once = Le lien fonctionne une seule fois, pendant 15 minutes.
web-saved = Enregistré
web-local-loading = Chargement de la table : { $loaded } sur { $total } Mo
web-local-large = La table demande { $total } Mo une seule fois ; ensuite elle marche sans connexion.
web-local-load = Charger
web-local-failed = La table n’a pas pu être chargée. Vérifiez la connexion et réessayez.
web-local-again = Réessayer
web-local-unkept = Ce navigateur ne conserve rien : vos parties finissent avec cet onglet.
web-local-friends = Sur un seul écran, à tour de rôle.
offline-kept-games = Vos parties
offline-kept-where = Parties, leçons et problèmes ne sont conservés que dans ce navigateur. Emportez-les dans un fichier.
offline-kept-save = Enregistrer dans un fichier
offline-kept-open = Ajouter depuis un fichier
offline-kept-added = Tout le contenu du fichier a été ajouté.
offline-kept-wrong = Ce n’est pas un fichier de parties d’edokko.
offline-kept-absent = Il n’y a pas de serveur ici : joueurs à distance, discussion, classements et événements sont absents.
web-create-link = Créer un lien
web-behaviour = Jeu
web-look = Apparence
web-move-in = Continuer ici comme le joueur de votre autre appareil ? Le joueur actuel de cet appareil sera oublié.
web-move-in-yes = Continuer ici
web-games-won = { $games ->
        [one] { $games } partie
       *[other] { $games } parties
    }, { $wins ->
        [one] { $wins } gagnée
       *[other] { $wins } gagnées
    }
web-rating = { $players } joueurs : cote { $rating } après { $games ->
        [one] { $games } partie
       *[other] { $games } parties
    }
web-favourites = Recrutés le plus souvent
web-results = Résultats
web-result = { $place ->
        [1] 1er
       *[other] { $place }e
    } sur { $players }, { $points } IKI

## La page : ce que veut dire un nombre ou une image

web-tip-mon = Sert à payer recrutements, achats et bâtiments. À la fin, { $every } mons rapportent 1 IKI.
web-tip-rice = À chaque bilan des comptes, chaque personnage de ce joueur sur le plateau mange 1 riz. Sur le plateau en ce moment : { $mouths }.
web-tip-sandals = 1 sandale fait avancer l’oyakata d’une case de plus.
web-tip-wood = Sert à construire des bâtiments. À la fin, chaque bois rapporte { $iki } IKI.
web-tip-koban = Sert à construire des bâtiments. À la fin, chaque koban rapporte { $iki } IKI.
web-tip-iki =
    { $count } IKI
    Le score actuel. Avec tout ce qui compte à la fin, il serait maintenant de { $points }. Le joueur qui a le plus d’IKI gagne.
web-tip-fire =
    Lutte contre les incendies : { $count }
    Détermine qui choisit en premier et si un incendie s’arrête aux arrière-salles de ce joueur.
web-tip-retired =
    { $type }
    À la retraite : { $retired }, sur le plateau : { $standing }. Les personnages à la retraite rapportent leur revenu à chaque bilan des comptes et ne mangent pas. À la fin, 1 à { $most } métiers différents, sur le plateau ou à la retraite, rapportent { $row } IKI.
web-tip-kobun = Chaque carte de ce joueur sur le plateau porte un kobun. Sans kobun libre, impossible de recruter ou de construire.
web-tip-goods = Des poissons de saisons différentes rapportent { $row } IKI à la fin. Les blagues à tabac comptent aussi, le double avec une pipe.
web-tip-order = Joue en position { $place } ce mois-ci, selon les barques, de gauche à droite.
web-tip-hire-discount = Chaque recrutement coûte 1 mon de moins.
web-tip-extra-step = Chaque déplacement peut aller 1 case plus loin.
web-tip-fire-guard = Sauve un personnage d’un incendie, une seule fois.
web-tip-joker = Le Marionnettiste compte à la fin comme le métier qui rapporte le plus.
web-tip-payday = Ce mois finit par un bilan des comptes : les revenus, puis l’harmonie (personnages voisins d’un même métier), puis les repas.
web-tip-fire-month = Ce mois finit par un incendie de force { $strength }. Il part du bout extérieur d’un nagaya tiré au sort.
web-tip-new-year = Chacun visite encore une case et peut y commercer. Puis on compte le score final.
web-tip-hint = Les trois meilleurs coups, avec leurs chances de gagner et une raison.
web-tip-fire-next = Prochain incendie : mois { $month }, force { $strength }.
web-hint-at = { $move }, arrière-salle { $room }
web-hint-food = il faut { $needs } riz au bilan des comptes, il y en a { $has }
web-hint-else = { $card } : ce n’est pas le meilleur choix. Mieux vaut 1, 2 ou 3.

## The lessons: titles, sentences, sums, replies

# the lessons on the page
lesson-step = Étape { $step } sur { $steps }
lesson-number = Leçon { $number } : { $title }
lesson-bar = Leçon
lesson-may-press = Vous pouvez choisir
lesson-may-move = { $move }, ou une carte pour la lire
lesson-may-button = Le bouton rouge, ou une carte pour la lire
lesson-may-next = « Suivant », ou une carte pour la lire
lesson-leave = Quitter
lesson-back = Retour
lesson-next = Suivant
lesson-later = Plus loin dans cette leçon.
lesson-all = Toutes les leçons
lesson-list-lead = Apprenez IKI en agissant sur le vrai plateau. Rien ne compte, et vous pouvez quitter une leçon et la reprendre plus tard.
lesson-list-size = { $steps } étapes, environ { $minutes } minutes
lesson-list-start = Commencer
lesson-list-go-on = Continuer
lesson-list-again = Recommencer
lesson-press-letter = Choisissez une lettre. Essayez autant que vous voulez.
lesson-show = Montrez-moi
lesson-letter = { $letter } : { $target }
lesson-lanterns = Lanternes allumées : { $count } sur { $all }
lesson-print = Cette estampe est à vous
lesson-print-of = Estampe : { $title }
lesson-print-later = Pas encore imprimée : { $title }
lesson-wall = Vos estampes
lesson-kept = { $count ->
    [3] Les trois lanternes : magnifique.
    [2] Deux lanternes sur trois : très bien.
    [1] Une lanterne sur trois : bien joué.
   *[other] Vous êtes au bout, et c’est ce qui compte.
}
lesson-again = Encore, pour trois lanternes
lesson-aim-people = des gens qui rapportent
lesson-aim-neighbours = de bons voisins
lesson-aim-goods = ce que vous réunissez

lesson-otherwise = Pas maintenant : cette étape demande « { $move } ».
lesson-otherwise-next = Cela vient plus loin dans la leçon. Appuyez sur « Suivant ».

lesson-street = La rue
lesson-street-learned = Votre barque dit de combien vous avancez ; où vous vous arrêtez, vous commercez.
lesson-street-aim = Douze mois : qui a le plus d’IKI au Nouvel An gagne.
lesson-street-oyakata = Cette figurine est votre oyakata : elle fait le tour des huit cases de la rue.
lesson-street-boat = Le numéro de votre barque dit de combien vous avancerez.
lesson-street-boat-ask = Quelle barque vous mène à la boutique de riz ?
lesson-street-boat-short = Cette barque s’arrête trop tôt ; comptez les cases jusqu’à la boutique de riz.
lesson-street-boat-far = Cette barque vous mène trop loin ; comptez les cases depuis le départ.
lesson-street-boat-yes = Autant de cases que son numéro : voilà la boutique de riz.
lesson-street-income = Percevez votre revenu en mon, les pièces de cette rue.
lesson-street-no-hire = Vous allez recruter à la prochaine leçon. Percevez maintenant votre revenu.
lesson-street-walk = Avancez du nombre de votre barque ; chaque sandale dépensée ajoute une case.
lesson-street-walk-ask = Quelle marche ne coûte aucune sandale ?
lesson-street-walk-no = C’est une case de plus que votre barque : il faut une sandale.
lesson-street-walk-yes = Juste le nombre de votre barque, et vous gardez vos sandales.
lesson-street-shop = Vous êtes à la boutique de riz : faites-y une transaction.
lesson-street-not-done = Achetez d’abord le riz : il vous servira plus tard.
lesson-street-done = Terminez votre tour ; les autres joueurs jouent ensuite.
lesson-street-month = Un nouveau mois : le premier en lutte contre les incendies choisit d’abord sa barque.
lesson-street-month-ask = Qui choisit en premier ce mois-ci ?
lesson-street-month-no = Encore aucune lutte contre les incendies ici ; voyez qui s’est arrêté à la tour.
lesson-street-month-yes = Un arrêt à la tour a suffi pour être en tête.

lesson-hiring = Recruter
lesson-hiring-learned = Vous recrutez : chacun demande son prix, une arrière-salle et un de vos kobun.
lesson-hiring-row = Au lieu du revenu, vous pouvez recruter un de ces personnages.
lesson-hiring-mon = Vous payez le prix de la carte et gardez le mon posé dessus.
lesson-hiring-mon-ask = Laquelle vous laisse le plus de mon ?
lesson-hiring-mon-no = { $monk } : un mon dessus, mais un prix élevé ; comparez les prix.
lesson-hiring-mon-bare = { $sandal_maker } : aucun mon sur cette carte ; cherchez-en une avec une pièce.
lesson-hiring-mon-yes = { $book_lender } : un petit prix, et un mon en prime.
lesson-hiring-fire = Certains augmentent votre lutte contre les incendies dès leur arrière-salle.
lesson-hiring-fire-ask = Qui vous aide dans la lutte contre les incendies ?
lesson-hiring-fire-no = Cette carte n’en apporte pas ; cherchez le signe en haut des cartes.
lesson-hiring-fire-yes = { $monk } : un cran de plus, et vous recrutez cette carte.
lesson-hiring-place = Chacun a besoin d’une arrière-salle ; au carrefour, elle coûte { $surcharge } mon de plus.
lesson-hiring-place-ask = Quelle arrière-salle vous laisse le plus de mon ?
lesson-hiring-place-no = Cette arrière-salle est au carrefour et coûte plus ; cherchez plus loin.
lesson-hiring-place-yes = Loin du carrefour, vous ne payez rien de plus.
lesson-hiring-kobun = Un aide à votre couleur, un kobun, se tient sur chacune de vos cartes ; libres : { $kobun }.
lesson-hiring-kobun-ask = Lequel de ces personnages est aussi à vous ?
lesson-hiring-kobun-no = Le kobun a ici une autre couleur ; comparez avec votre carte « { $monk } ».
lesson-hiring-kobun-yes = C’est votre couleur : il travaille aussi pour vous.
lesson-hiring-land = Avancez maintenant du nombre de votre barque, depuis votre oyakata.
lesson-hiring-land-ask = Où arrivez-vous sans sandale ?
lesson-hiring-land-no = Il faut une sandale ; recomptez depuis votre oyakata.
lesson-hiring-land-yes = Le nombre de la barque : vous arrivez à la tour contre les incendies.

lesson-other-done = Pas encore : faites d’abord la transaction encadrée.
lesson-other-deal = Cette transaction est permise, mais faites celle qui est encadrée.
lesson-other-deal-later = Aucune transaction n’est utile ici : terminez votre tour.

lesson-neighbours = Voisins
lesson-neighbours-learned = Des voisins du même métier gagnent ensemble.
lesson-neighbours-type = La couleur et le signe montrent le métier : voici un artisan.
lesson-neighbours-nagaya = L’harmonie : deux du même métier dans une maison de quatre arrière-salles rapportent des IKI.
lesson-neighbours-nagaya-ask = Dans quelle maison les artisans sont-ils en harmonie ?
lesson-neighbours-nagaya-no = Un seul artisan vit ici ; cherchez-en deux dans une maison.
lesson-neighbours-nagaya-none = Deux maîtres sont ici en harmonie ; cherchez deux artisans.
lesson-neighbours-nagaya-yes = Deux artisans dans une maison : au bilan des comptes, ils rapportent des IKI.
lesson-neighbours-hire = Les quatre arrière-salles du carrefour sont voisines aussi ; deux artisans y sont.
lesson-neighbours-hire-ask = Qui recrutez-vous pour les rejoindre ?
lesson-neighbours-hire-no = C’est un autre métier ; cherchez la couleur et le signe des artisans.
lesson-neighbours-hire-yes = Un troisième artisan : il lui faut maintenant la meilleure arrière-salle.
lesson-neighbours-place = L’harmonie paie : vos personnages du groupe × tous ceux du même métier.
lesson-neighbours-place-ask = Où votre artisan rapporte-t-il le plus au bilan des comptes ?
lesson-neighbours-place-one = Pas mal : un des vôtres par groupe ; cherchez où vous en auriez deux.
lesson-neighbours-place-alone = Seul dans cette maison, il ne rapporte rien ; cherchez d’autres artisans.
lesson-neighbours-place-yes = { $kobun } des vôtres fois { $cards } dans le groupe, à chaque bilan des comptes.
lesson-neighbours-done = Terminez votre tour : ce mois finit par le bilan des comptes.
lesson-neighbours-iki = L’harmonie a payé, et elle paiera à chaque bilan des comptes.
lesson-neighbours-next = Ce marchand à vous est encore seul.
lesson-neighbours-next-ask = Où un second marchand ferait-il l’harmonie ?
lesson-neighbours-next-no = Aucun marchand dans cette maison ; voyez où est le vôtre.
lesson-neighbours-next-yes = Même métier, même maison : c’est l’harmonie.

lesson-trade = Commerce et expérience
lesson-trade-learned = Deux transactions à chaque arrêt, et de l’expérience à chaque tour.
lesson-trade-lap = Quand votre oyakata passe la ligne de départ, vos personnages montent d’un échelon.
lesson-trade-lap-ask = Qui arrive alors en haut et prend sa retraite ?
lesson-trade-lap-no = { $monk } : il manque des échelons ; comparez les échelles des cartes.
lesson-trade-lap-yes = { $dyer } : il ne manque que le dernier échelon.
lesson-trade-sandal = Vous êtes dans la barque 1 ; chaque sandale dépensée ajoute une case.
lesson-trade-sandal-ask = Où arrivez-vous avec une seule sandale ?
lesson-trade-sandal-none = Votre barque suffit pour arriver ici ; une sandale mène plus loin.
lesson-trade-sandal-two = Ici, il en faut plus d’une ; arrêtez-vous plus tôt.
lesson-trade-sandal-yes = Une case pour la barque, une pour la sandale : la boutique de riz.
lesson-trade-retired = { $dyer } : à la retraite, son kobun est libre, et il paie à chaque bilan des comptes.
lesson-trade-shop = Commercez : faites d’abord une transaction avec la boutique.
lesson-trade-work = Ensuite, vous pouvez traiter avec un personnage de votre case, même d’un autre joueur.
lesson-trade-work-ask = Avec qui pouvez-vous traiter ici ?
lesson-trade-work-no = Cette arrière-salle est à une autre case ; voyez derrière la boutique de riz.
lesson-trade-work-yes = Juste derrière la boutique de riz, et vous recevez du riz.
lesson-trade-owner = Votre transaction a fait monter d’un échelon le personnage de l’autre joueur.

lesson-payday = Bilan des comptes et repas
lesson-payday-learned = Avant chaque bilan des comptes : un riz pour chacun de vos personnages.
lesson-payday-months = Le bilan des comptes a lieu quatre fois par an, à la fin de ces mois.
lesson-payday-food = Au bilan des comptes, chacun de vos personnages en jeu mange un riz.
lesson-payday-food-ask = Qui a trop peu de riz ?
lesson-payday-food-no = Il y a assez de riz ici ; comparez personnages et riz de chacun.
lesson-payday-food-yes = Vous : quelqu’un aura faim et partira.
lesson-payday-salary = Avant cela, chacun verse le revenu de l’échelon de son kobun.
lesson-payday-salary-ask = Qui vous verse le plus d’IKI ?
lesson-payday-salary-none = { $yamabushi } : aucun revenu ; cherchez des IKI sur les échelles.
lesson-payday-salary-mon = { $soba } : des mon, c’est utile, mais cherchez des IKI.
lesson-payday-salary-yes = { $seamstress } : son kobun est près des IKI, et le bilan des comptes commence.
lesson-payday-retired = À la retraite, un personnage verse son dernier revenu à chaque bilan des comptes.
lesson-payday-starve = Il vous manque un riz : un de vos personnages doit partir.
lesson-payday-starve-ask = De qui pouvez-vous le mieux vous passer ?
lesson-payday-starve-no = Celui-ci paie à chaque bilan des comptes ; cherchez quelqu’un sans revenu.
lesson-payday-starve-yes = { $yamabushi } : aucun revenu n’est perdu.
lesson-payday-kobun = Son kobun est de nouveau libre, et votre lutte contre les incendies reste.
lesson-payday-rice = Le prochain bilan des comptes clôt le mois { $next } : réunissez votre riz avant.
lesson-payday-rice-ask = Où obtenez-vous du riz ?
lesson-payday-rice-no = Ici, on vend des sandales ; cherchez le riz sur les enseignes.
lesson-payday-rice-away = Ici, vous donnez du riz contre des mon ; cherchez une boutique qui en vend.
lesson-payday-rice-yes = La boutique de riz : arrêtez-vous-y avant le bilan des comptes.

lesson-fire = Incendie et Nouvel An
lesson-fire-learned = Une lutte contre les incendies aussi forte que le feu protège vos personnages.
lesson-fire-months = Trois fois par an, un mois finit par un incendie.
lesson-fire-weaker = Il entre dans une maison par le bord, et chaque arrière-salle l’affaiblit.
lesson-fire-weaker-ask = Où l’incendie est-il le plus faible ?
lesson-fire-weaker-edge = Il commence ici, à pleine force ; regardez vers le carrefour.
lesson-fire-weaker-no = Il est déjà plus faible, mais il reste une arrière-salle.
lesson-fire-weaker-yes = Près du carrefour : le plus long chemin, l’incendie le plus faible.
lesson-fire-guard = Il brûle ceux dont le maître a une lutte contre les incendies plus faible que lui.
lesson-fire-guard-ask = Qui est à l’abri dans cette maison ?
lesson-fire-guard-no = La lutte contre les incendies de son maître est sous la force du feu ; comparez les deux.
lesson-fire-guard-near = Le vôtre, et il manque peu ; voyez qui est plus loin du bord.
lesson-fire-guard-yes = Aussi forte que le feu ou plus : l’incendie s’éteint.
lesson-fire-tower = Vous êtes à la tour, qui renforce votre lutte contre les incendies.
lesson-fire-done = Terminez votre tour : l’incendie entre dans cette maison.
lesson-fire-out = La première arrière-salle a brûlé, mais votre personnage a éteint l’incendie.
lesson-fire-visit = Nouvel An : visitez une case au choix, sans marcher, et commercez une dernière fois.
lesson-fire-visit-ask = Où obtenez-vous le plus d’IKI ?
lesson-fire-visit-tower = Il n’y aura plus d’incendie ; cherchez une transaction qui donne des IKI.
lesson-fire-visit-mon = Quelques mon, mais pas d’IKI ; voyez le personnage en lumière.
lesson-fire-visit-yes = D’abord une sandale en gage ; puis { $incense } change les mon en IKI.
lesson-fire-trade = Commercez une dernière fois : une sandale contre des mon, puis des mon contre des IKI.

lesson-goods = Poissons, pipes, blagues à tabac et bâtiments
lesson-goods-learned = Ce que vous réunissez compte au Nouvel An.
lesson-goods-fish = Au marché aux poissons, vous pouvez acheter un poisson par saison.
lesson-goods-seasons = À la fin, les poissons de saisons différentes comptent ensemble.
lesson-goods-seasons-ask = Quels poissons rapportent le plus à présent ?
lesson-goods-seasons-no = Un poisson cher d’une saison ; cherchez des poissons de deux saisons.
lesson-goods-seasons-none = Aucun poisson ici ; comparez ce qu’ont les joueurs.
lesson-goods-seasons-yes = Les vôtres : deux poissons simples de deux saisons valent mieux qu’un cher.
lesson-goods-tobacco = La boutique de tabac vend une pipe et une blague à tabac en une transaction.
lesson-goods-other-tobacco = Bien, mais prenez les deux articles encadrés en une transaction.
lesson-goods-double = À la fin, une blague à tabac donne des IKI et une pipe les double.
lesson-goods-build = Chez le contremaître, vous payez un bâtiment en koban et en bois.
lesson-goods-build-ask = Quel bâtiment pouvez-vous payer ?
lesson-goods-build-no = Il coûte plus que vous n’avez ; comparez son prix et vos biens.
lesson-goods-build-yes = { $inn } : vous avez juste ce qu’il faut.
lesson-goods-place = Comme un personnage, il occupe une arrière-salle et un kobun libre.
lesson-goods-place-ask = Quelle arrière-salle ne coûte rien de plus ?
lesson-goods-place-no = Un bâtiment paie aussi le carrefour ; cherchez plus loin.
lesson-goods-place-yes = Loin du carrefour, il ne coûte rien de plus.
lesson-goods-rice = Le bilan des comptes revient, et vos personnages auront faim.
lesson-goods-rice-ask = Qui n’a pas besoin de riz ici ?
lesson-goods-rice-no = Un personnage mange un riz ; cherchez ce qui n’en est pas un.
lesson-goods-rice-yes = { $inn } : un bâtiment ne mange jamais.
lesson-goods-points = Il ne paie rien à présent, mais ses IKI comptent à la fin.

lesson-end = La fin et le décompte
lesson-end-learned = Le plus d’IKI gagne, et beaucoup viennent de ce que vous réunissez.
lesson-end-track = Au Nouvel An, les IKI de la piste comptent d’abord.
lesson-end-track-ask = Qui mène sur la piste ?
lesson-end-track-you = Vous fermez la marche sur la piste ; comparez les autres nombres.
lesson-end-track-no = Tout près ; comparez ce nombre aux autres.
lesson-end-track-yes = En tête pour l’instant, mais il reste beaucoup à compter.
lesson-end-types = Les métiers différents donnent des IKI ; { $card }, à la retraite, remplace celui qui manque.
lesson-end-fish = Les poissons de saisons différentes comptent ensemble, et les chers un peu plus.
lesson-end-fish-ask = Qui reçoit le plus d’IKI pour ses poissons ?
lesson-end-fish-no = Moins de saisons ici ; comptez les poissons de chacun.
lesson-end-fish-yes = Les vôtres : le plus de saisons, et des poissons chers.
lesson-end-pouches = Une blague à tabac donne des IKI, et une pipe les double.
lesson-end-pouches-ask = Qui reçoit le plus d’IKI pour le tabac ?
lesson-end-pouches-no = Peu ou pas de tabac ici ; cherchez des blagues à tabac avec une pipe.
lesson-end-pouches-yes = Vos blagues à tabac comptent double, car vous avez une pipe.
lesson-end-building = Ce bâtiment à vous redonne les IKI de vos poissons.
lesson-end-who = Koban, bois et mon ajoutent enfin un peu.
lesson-end-who-ask = Alors, qui gagne ?
lesson-end-who-no = Fort sur la piste, mais moins de biens ; faites le total de chacun.
lesson-end-who-yes = Vous, depuis la dernière place de la piste : le plus d’IKI gagne.
lesson-end-done = Il reste une chose : terminez votre dernier tour.
lesson-end-total = Voici tout votre total, de la piste au dernier mon.
## La page : le plateau d’analyse et les problèmes

study-title = Plateau d’analyse
study-intro = Jouez toutes les places, choisissez le hasard, revenez en arrière et essayez autre chose. Le moteur montre les meilleurs coups.
study-from-empty = Une nouvelle partie
study-from-record = Un enregistrement
study-drop = Choisissez le fichier d’un enregistrement, ou déposez-le n’importe où sur cette page.
study-from-position = Une position en une ligne
study-file = Choisir un fichier
study-example = Une position à essayer
study-try = Essayer
study-players = { $count } joueurs
study-open = Ouvrir le plateau
study-seen-from = Point de vue
study-best = Meilleurs coups
study-engine = Moteur
study-engine-off = Le moteur est arrêté.
study-thinking = Le moteur commence …
study-waiting = { $count ->
        [one] Une analyse passe avant la vôtre.
       *[other] { $count } analyses passent avant la vôtre.
    }
study-simulations = { $count } parties simulées
study-first-guess = Une première estimation
study-lost = Tous les coups perdent à peu près autant. Ils sont rangés selon le score attendu.
study-win = chance de gagner
study-played = joué dans la partie
study-deeper = Chercher plus loin
study-variations = Variantes
study-start = Départ
study-promote = Suite principale
study-delete = Supprimer
study-more = Encore { $count }
study-name-variation = Nom de cette variante
study-comment = Commentaire
study-walk = Coups et étude
study-back = Un coup en arrière
study-on = Un coup en avant
study-name = Nom de l’étude
study-save = Enregistrer
study-save-copy = Enregistrer une copie
study-copy-position = Copier la position
study-analyse = Analyser
study-play-on = Jouer la suite
study-play-title = Jouer à partir d’ici
study-play-told = Une nouvelle table commence à cette position. Choisissez votre place et qui joue les autres. La partie ne compte ni pour le classement ni pour les résultats.
study-play-chance = C’est au hasard de décider : le tirage a lieu au début de la partie.
study-play-over = La partie est terminée ici : il ne reste rien à jouer.
study-play-decides = à jouer
study-as-study = En étude
study-no-record = Une partie commencée à partir d’une position n’a pas de fichier. Une étude garde ses coups.
study-chance = Ce que le hasard apporte
study-draw = Laisser faire le hasard
study-choose-chance = Je choisis le hasard
study-choose-reveal = { $count ->
        [one] Choisissez le personnage révélé.
       *[other] Choisissez les { $count } personnages révélés.
    }
study-choose-buildings = { $count ->
        [one] Choisissez le bâtiment proposé.
       *[other] Choisissez les { $count } bâtiments proposés.
    }
study-choose-closed = Choisissez la barque fermée.
study-choose-fire = Choisissez le nagaya où l’incendie éclate.
study-chance-reveal = Révélé : { $names }
study-chance-buildings = Proposé : { $names }
study-chance-closed = Fermé : { $names }
study-chance-fire = Incendie : { $names }
study-reviewing = Analyse de la partie : { $done } décisions sur { $total }
study-review-turns = Ce qui a fait basculer la partie
study-review-curve = Chances de gagner, mois par mois
study-review-mine = Vos erreurs
study-review-flawless = Aucune erreur trouvée.
study-chances = Chances de gagner
study-expected = IKI attendus
study-as-table = En tableau
study-as-curve = En courbe
study-review-off = Fermer l’analyse
study-mistake-before = Erreur précédente
study-mistake-after = Erreur suivante
study-mistakes-others = Erreurs des autres
study-mistakes = Erreurs
study-curve = Courbe
study-turns-short = Tournants
study-figures = Chiffres
study-forced = Rien à choisir ici.
study-equal = Aucun autre coup n’est nettement meilleur.
study-reviews-before = { $count ->
    [one] Une analyse passe avant.
   *[other] { $count } analyses passent avant.
}
study-again = Réessayer
study-then = puis { $moves }
study-decides = { $seat } décide
puzzle-title = Problème
puzzle-tried = essais : { $count }
puzzle-you = Votre figurine.
puzzle-board = Le plateau du problème, mois { $month }
puzzle-difficulty = Difficulté { $difficulty } sur 5
puzzle-question = { $count ->
        [one] { $seat } : trouvez le seul meilleur coup.
       *[other] { $seat } : trouvez les { $count } meilleurs coups.
    }
puzzle-theme-slot = Tout commence par une barque.
puzzle-theme-hire = Tout commence par un revenu ou un recrutement.
puzzle-theme-walk = Tout commence par un déplacement dans la rue.
puzzle-theme-trade = Tout commence par le commerce.
puzzle-theme-visit = C’est le Nouvel An : tout commence par une visite.
puzzle-theme-loss = Quelque chose est perdu. Choisissez quoi.
puzzle-ask-slot = Quelle barque est la meilleure ici ?
puzzle-ask-hire = Un revenu, ou qui recrutez-vous ?
puzzle-ask-walk = Jusqu’où allez-vous ?
puzzle-ask-trade = Quelle transaction est la meilleure ici ?
puzzle-ask-visit = Quelle case visitez-vous au Nouvel An ?
puzzle-ask-loss = À quoi renoncez-vous ?
puzzle-help-slot = La barque dit de combien vous avancez. La plus à gauche joue d’abord.
puzzle-help-hire = Un personnage coûte des mons et rapporte à chaque bilan des comptes.
puzzle-help-walk = Chaque case a sa boutique. Les sandales mènent plus loin.
puzzle-help-trade = Une transaction avec la boutique, une avec un personnage.
puzzle-help-visit = Dernières transactions de la partie : seul compte l’IKI.
puzzle-help-loss = Comparez ce que chacun rapporte encore.
puzzle-kind-ikizama = Pensez à qui joue avant vous et aux cases à portée.
puzzle-kind-income = Cette fois, il ne faut pas recruter.
puzzle-kind-hire = Un recrutement vaut mieux qu’un revenu.
puzzle-kind-move = Regardez ce qu’offre chaque case.
puzzle-kind-shop = C’est une transaction avec la boutique.
puzzle-kind-work = C’est une transaction avec un personnage.
puzzle-kind-done = Ici, il vaut mieux s’arrêter.
puzzle-kind-visit = Regardez ce qu’offre chaque case.
puzzle-kind-guard = Dépensez la protection : cette carte le vaut.
puzzle-kind-burn = Gardez la protection.
puzzle-kind-starve = Comparez ce qu’ils rapporteront encore.
puzzle-hint = Conseil
puzzle-hint-wrong = Cela paraît bon, mais n’est pas le mieux : { $move }
puzzle-give-up = Voir la solution
puzzle-on = Juste jusqu’ici. Continuez.
puzzle-goes-on = { $count ->
        [one] Juste. Encore une décision.
       *[other] Juste. Encore { $count } décisions.
    }
puzzle-play-on = Continuer
puzzle-found = Vous avez trouvé.
puzzle-wrong = Un autre coup est meilleur.
puzzle-counts = { $found } joueurs sur { $answers } ont trouvé.
puzzle-sum = gagne { $win } parties sur 100, { $iki } IKI
puzzle-solution = La solution
puzzle-play-out = Rejouer
puzzle-analyse = Plateau d’analyse
puzzle-next = Problème suivant
puzzle-look = Revoir

## La page : les règles en bref

rules-goal = But du jeu
rules-goal-text = Vous êtes marchand dans une rue commerçante d’Edo. Pendant douze mois, vous recrutez des personnages, les aidez à gagner de l’expérience et construisez des bâtiments. Le joueur qui a le plus d’*IKI* à la fin gagne.
rules-month = Un mois
rules-month-text = Dans l’ordre de la [lutte contre les incendies|firefighting], chaque joueur prend une barque, qui dit de combien de cases il avance. Puis chacun joue son tour, *de gauche à droite*. Les barques sont la piste Ikizama, le *mode de vie* du livret.
rules-month-free = La barque *1–4* rapporte *{ $mon }*, mais ni revenu ni recrutement.
rules-month-bare = La barque *1–4* ne donne ni revenu ni recrutement.
rules-hire = Recruter
rules-hire-text = Prenez *{ $income }*, ou recrutez un personnage : payez son prix, moins les mons posés sur la carte. Placez dessus un [kobun] libre.
rules-hire-corner = Une arrière-salle au *carrefour* coûte *+{ $mon }*. Les quatre forment un cinquième groupe de voisins.
rules-hire-middle = L’arrière-salle *du milieu* d’un [nagaya] coûte *+{ $mon }*. Elle donne sur les deux boutiques.
rules-move = Avancer
rules-move-text = Votre [oyakata] avance du nombre exact de votre barque, et d’une case de plus par sandale. Quand il franchit la [ligne du tour|lap], tous vos personnages sur le plateau gagnent 1 niveau d’[expérience|experience].
rules-trade = Commercer
rules-trade-text = Une transaction avec la boutique de votre case et une avec un personnage de ses arrière-salles. Si c’est le personnage d’un autre joueur, il gagne 1 niveau d’[expérience|experience].
rules-trade-retire = Un personnage arrivé au cercle prend sa retraite : son [kobun] est de nouveau libre.
rules-payday = Bilan des comptes
rules-payday-months = fin des mois { $months }
rules-salary = *Revenus* de tous vos personnages, sur le plateau et à la retraite
rules-harmony = *Voisins* d’un même métier dans un [nagaya], au moins deux : vos [kobun] × toutes les cartes de ce métier, p. ex. { $kobun } × { $cards } = { $iki } IKI
rules-food = *Repas :* 1 riz pour chacun de vos personnages *sur le plateau*, sinon il s’en va
rules-houses = *{ $names }* rapportent aussi
rules-fire = Incendie
rules-fire-less = un de moins par arrière-salle
rules-fire-text = Il part du bout extérieur d’un [nagaya] et brûle personnages, bâtiments et cartes [neutres|neutral]. Un propriétaire dont la [lutte contre les incendies|firefighting] est au moins aussi forte l’éteint.
rules-goods = Biens
rules-goods-end = à la fin
rules-goods-text = Les blagues à tabac comptent double avec une pipe. Le riz et les sandales ne rapportent rien.
rules-fish = Poissons
rules-fish-seasons = saisons différentes
rules-types = Métiers
rules-types-text = Tous les personnages que vous avez recrutés comptent, *sur le plateau et à la retraite*.
rules-buildings = Bâtiments
rules-buildings-text = { $shop } : *{ $mon }* et le coût du bâtiment. Un [kobun] libre y reste. Aucune transaction ne se fait avec lui, il n’a pas besoin de repas, mais il peut brûler.
rules-end = Score final
rules-end-text = Au Nouvel An, chaque joueur visite encore une case de son choix. Puis on additionne IKI, métiers, poissons, blagues à tabac, bâtiments et biens. À égalité, le plus avancé en [lutte contre les incendies|firefighting] gagne.
rules-two = Deux joueurs
rules-two-text = Chaque mois, une barque est fermée. À la fin, le joueur du soleil (mois impairs) ou de la lune (mois pairs) place un personnage [neutre|neutral] dans une arrière-salle libre.
rules-two-old = À la fin de chaque mois, un joueur place un personnage [neutre|neutral] dans une arrière-salle libre.
rules-now = votre étape
rules-now-other = l’étape en cours
rules-search = Chercher : incendie, riz…
rules-none = Aucune règle avec ce mot. Essayez incendie, riz ou bilan des comptes.
rules-own = Vos biens
web-note-kobun = Kobun : vos pions ouvriers. Il y en a un sur chacune de vos cartes ; il revient quand la carte prend sa retraite ou s’en va.
web-note-nagaya = Nagaya : une rangée d’arrière-salles, marquée d’une lettre. Ses cartes sont voisines.
web-note-oyakata = Oyakata : votre grand pion. Il fait le tour de la rue, de 1 à 8.
web-note-firefighting = Lutte contre les incendies : votre place sur la piste. Le plus avancé choisit en premier ; à égalité, le dernier arrivé.
web-note-lap = Ligne du tour : la ligne à damier entre les cases 8 et 1.
web-note-experience = Expérience : le kobun de la carte monte d’un échelon, vers le revenu suivant.
web-note-neutral = Neutre : un personnage sans propriétaire. Il compte comme voisin et s’en va après une transaction.
