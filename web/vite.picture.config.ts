import { readFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { parseCss } from 'svelte/compiler'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import { catalogues, version } from './vite.config'
import { DRAWN, type Rule } from './src/picture/flatten'

/** The style sheets that colour what a picture shows; later ones win. */
const SHEETS = ['tokens', 'shapes', 'table', 'picture']
/** The font of a picture, which has two weights, in place of those of the system. */
const FONTS = { '--serif': 'Source Sans Pro', '--sans': 'Source Sans Pro' }
const ID = 'virtual:sheet'

/** Provide the rules of the style sheets as data, because the engine of the pictures reads no CSS. */
function sheet(): Plugin {
  return {
    name: 'sheet',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load: (id) => (id === `\0${ID}` ? `export default ${JSON.stringify(rulesOf(SHEETS))}` : null),
  }
}

function rulesOf(sheets: string[]): Rule[] {
  const rules: Rule[] = []
  for (const name of sheets) {
    const source = readFileSync(new URL(`./src/styles/${name}.css`, import.meta.url), 'utf8')
    for (const node of parseCss(source).children) {
      if (node.type !== 'Rule') continue
      const style = node.block.children.flatMap((child): Rule['style'] => {
        if (child.type !== 'Declaration' || !DRAWN.test(child.property)) return []
        const bare = child.value.replace(/\s*!important$/, '')
        // Pictures are always light.
        const value = bare.replace(/^light-dark\((.*), .*\)$/, '$1')
        const drawn = child.property === 'font-weight' && Number(value) > 550 ? '700' : value
        return [[child.property, FONTS[child.property as keyof typeof FONTS] ?? drawn, bare !== child.value]]
      })
      for (const complex of node.prelude.children) {
        const rule = ruleOf(complex.children, style, rules.length)
        if (rule && style.length) rules.push(rule)
      }
    }
  }
  return rules
}

type Parts = ReturnType<typeof parseCss>['children'] extends (infer Node)[]
  ? Extract<Node, { type: 'Rule' }>['prelude']['children'][number]['children']
  : never

/** Return a rule, or null for one that no picture needs: of a state, of an attribute, of the dark theme. */
function ruleOf(parts: Parts, style: Rule['style'], place: number): Rule | null {
  const selector: Rule['selector'] = []
  let weight = place
  for (const part of parts) {
    const compound = { tag: '', classes: [] as string[], relation: (part.combinator?.name ?? '') as ' ' }
    for (const simple of part.selectors) {
      if (simple.type === 'ClassSelector') {
        compound.classes.push(simple.name)
        weight += 1e6
      } else if (simple.type === 'TypeSelector') {
        compound.tag = simple.name === '*' ? '' : simple.name
        weight += 1e4
      } else if (simple.type === 'PseudoClassSelector' && simple.name === 'root') compound.tag = 'svg'
      else return null
    }
    if (!['', ' ', '>', '~'].includes(compound.relation)) return null
    selector.push(compound)
  }
  return { selector, weight, style }
}

export default defineConfig({
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [catalogues(), sheet(), svelte()],
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: 'src/picture/main.ts',
    outDir: '../src/edokko/page/picture',
    emptyOutDir: true,
    target: 'es2022',
    minify: true,
    rolldownOptions: { output: { format: 'iife', entryFileNames: 'picture.js', codeSplitting: false } },
  },
})
