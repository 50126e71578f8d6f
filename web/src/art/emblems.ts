/** The picture of each character: a half figure with the tool of its trade, and its particular good on a disc. */
export const EMBLEMS: Record<string, readonly [body: string, good: string]> = {
  boiled_egg_peddler: ['pole', 'egg'],
  cotton_peddler: ['pole', 'boll'],
  eyeglass_peddler: ['pole', 'rings'],
  salt_peddler: ['pole', 'heap'],
  book_lender: ['pole', 'book'],
  water_peddler: ['pole', 'drop'],
  watermelon_peddler: ['pole', 'wheel'],
  firewood_peddler: ['pole', 'log'],
  fish_peddler: ['pole', 'fish'],
  charcoal_peddler: ['pole', 'flame'],
  chili_peddler: ['pole', 'leaf'],
  trumpet_candy_peddler: ['pole', 'note'],
  sake_peddler: ['jar', 'grain'],
  soap_bubble_man: ['jar', 'rings'],
  candy_maker: ['jar', 'boll'],
  glassblower: ['jar', 'spark'],
  dumpling_peddler: ['bowl', 'boll'],
  soba_stand: ['bowl', 'thread'],
  tempura_stand: ['bowl', 'flame'],
  used_clothes_peddler: ['cloth', 'coin'],
  seamstress: ['cloth', 'thread'],
  tatami_maker: ['cloth', 'grain'],
  cloth_dyer: ['cloth', 'drop'],
  mask_seller: ['mask', 'coin'],
  puppeteer: ['mask', 'thread'],
  kabuki_actor: ['mask', 'petal'],
  puppet_maker: ['mask', 'log'],
  monk: ['bell', 'petal'],
  yamabushi: ['bell', 'heap'],
  lantern_maker: ['lantern', 'spark'],
  firefighter: ['lantern', 'flame'],
  fireworks_maker: ['lantern', 'petal'],
  dice_maker: ['blade', 'die'],
  sandal_maker: ['blade', 'thread'],
  engraver: ['blade', 'book'],
  hairdresser: ['blade', 'cut'],
  shamisen_player: ['blade', 'note'],
  buddhist_sculptor: ['blade', 'spark'],
  stone_cutter: ['blade', 'heap'],
  clocksmith: ['blade', 'wheel'],
  ukiyoe_artist: ['brush', 'wave'],
  printer: ['brush', 'book'],
  writing_brush_maker: ['brush', 'log'],
  karuta_maker: ['brush', 'die'],
  umbrella_maker: ['fan', 'drop'],
  folding_fan_maker: ['fan', 'thread'],
  tatsumi_geisha: ['fan', 'note'],
  kite_maker: ['fan', 'wave'],
  shrine_maiden: ['fan', 'spark'],
  ox_cart: ['beam', 'wheel'],
  day_laborer: ['beam', 'drop'],
  construction_worker: ['beam', 'cut'],
  carpenter: ['beam', 'log'],
  plasterer: ['beam', 'heap'],
  samurai: ['sword', 'petal'],
  sumo_wrestler: ['sumo', 'heap'],
  eel_stand: ['stall', 'wave'],
  greengrocer: ['stall', 'leaf'],
  sushi_stand: ['stall', 'fish'],
  incense_shop: ['stall', 'petal'],
}

/** The icon on each building's disc. */
export const BUILDINGS: Record<string, string> = {
  farmhouse: 'g-grain',
  fire_watchtower: 'h-tower',
  imperial_villa: 'h-build',
  inn: 'm-lantern',
  kabuki_theater: 'm-mask',
  merchant_house: 'h-sandals',
  restaurant: 'm-bowl',
  shrine: 'm-bell',
  storehouse: 'h-rice',
  well: 'g-drop',
}

export const CRESTS = ['wave', 'plum', 'scales', 'diamond'] as const
export const PLAYERS = ['pl-teal', 'pl-beni', 'pl-ink', 'pl-ivory'] as const
const TYPES: Record<string, string> = { peddler: 'vendor', shopkeeper: 'shop' }
/** Return the suffix of a type's colour class, pattern and glyph. */
export const typeArt = (type: string) => TYPES[type] ?? type
export const SHOPS = ['sandals', 'rice', 'tower', 'tobacco', 'pawn', 'build', 'fish', 'money'] as const
const FISH: Record<string, string> = { spring: 'shirauo', summer: 'katsuo', autumn: 'suzuki', winter: 'tai' }
/** Return the icon of a fish, a pipe or a pouch. */
export function goodArt(id: string): string {
  const [season = '', kind = ''] = id.split('_')
  return kind === 'fish' ? `f-${FISH[season]}` : kind
}
const TOKENS: Record<string, string> = { hire_discount: 'hire', extra_step: 'move', fire_guard: 'ward', joker: 'joker' }
/** Number the tokens of a kind that look the same: pipes and pouches, if there is more than one. */
export function numbersOf(goods: readonly { good: string; kind: string }[]): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const kind of new Set(goods.map((token) => token.kind))) {
    const alike = goods.filter((token) => token.kind === kind)
    if (kind !== 'fish' && alike.length > 1) alike.forEach((token, index) => numbers.set(token.good, index + 1))
  }
  return numbers
}

export const tokenArt = (token: string) => `k-${TOKENS[token] ?? 'joker'}`
const ACTION_ICONS: Record<string, string> = { train: 'u-up', build: 'u-build', swap: 'u-swap', buy: 'u-purse' }
export const doArt = (what: string) => ACTION_ICONS[what] ?? 'u-check'
