// Renders recorded games in the page's words. It reads JSON lines of `{language, box, seats, reader, steps, positions}` from the
// standard input (as tests/web/test_same_words.py writes them) and writes a JSON line for each.
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

// Settings and the language look for a browser when their modules are loaded.
globalThis.document = { documentElement: {} }
globalThis.localStorage = { getItem: () => null }

const vite = await createServer({
  root: fileURLToPath(new URL('..', import.meta.url)),
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})
const load = (name) => vite.ssrLoadModule(`/src/lib/${name}.ts`)
const { loadLanguage } = await load('i18n.svelte')
const { Words } = await load('words')
const { lines } = await load('events')
const { moveDetails, moveLabel, question } = await load('moves')
const { refusalText } = await load('refusals')
const { buildingText, goodText, skillText } = await load('cardText')

for await (const line of createInterface({ input: process.stdin })) {
  const { language, box, seats, reader, steps, positions } = JSON.parse(line)
  await loadLanguage(language)
  const words = new Words(box, seats, reader)
  const rendered = {
    cards: [
      ...box.characters.map((card) => skillText(words, card.id)),
      ...box.buildings.map((building) => buildingText(words, building)),
      ...box.goods.map((good) => goodText(words, good.id)),
    ],
    log: steps.map((events) => lines(words, [{ kind: 'move', ply: 0, events }]).map((entry) => entry.text)),
    positions: positions.map((game) => ({
      question: question(words, game),
      moves: game.moves.map((move) => [moveLabel(words, game, move), moveDetails(words, game, move)]),
      unavailable: game.unavailable.map((move) => [moveLabel(words, game, move), refusalText(words, move)]),
    })),
  }
  process.stdout.write(`${JSON.stringify(rendered)}\n`)
}
await vite.close()
