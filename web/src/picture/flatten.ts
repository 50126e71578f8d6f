/**
 * Apply the page's style sheets to the markup of a picture, because the server's renderer knows no CSS variables.
 *
 * It knows what the board uses: classes, tags and attributes, ancestors and earlier siblings, variables, and symbols.
 */

/** A part of a selector: what an element has to be, and how it stands to the part before. */
interface Compound {
  tag: string
  classes: string[]
  relation: '' | ' ' | '>' | '~'
}
/** A rule of a style sheet, with one selector. */
export interface Rule {
  selector: Compound[]
  weight: number
  style: [name: string, value: string, important: boolean][]
}

interface Element {
  tag: string
  attributes: Record<string, string>
  children: (Element | string)[]
  classes: string[]
  parent: Element | null
}
type Variables = Record<string, string>

/** The rules by a class that their element must have; '' for those without one. Most elements match none. */
export type RulesByClass = ReadonlyMap<string, readonly Rule[]>

/** Index the rules of style sheets. */
export function indexRules(rules: readonly Rule[]): RulesByClass {
  const index = new Map<string, Rule[]>()
  for (const rule of rules) {
    const name = rule.selector.at(-1)?.classes[0] ?? ''
    index.set(name, [...(index.get(name) ?? []), rule])
  }
  return index
}

/** Names of variables, and of properties that a renderer of SVG understands. */
export const DRAWN =
  /^(--|(fill|stroke|color|opacity|display|font(-family|-size|-weight|-style)?|letter-spacing|text-anchor)($|-opacity|-width|-dasharray|-linecap|-linejoin))/
const TOKEN = /<!--[^]*?-->|<(\/?)([\w:-]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/g
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g

/** Return the markup with the style of every element as its own attributes, and without classes, variables and symbols. */
export function flatten(markup: string, rules: RulesByClass): string {
  const root = parse(markup)
  const symbols: Record<string, Element> = {}
  collect(root, symbols)
  const out: string[] = []
  for (const child of root.children) write(child, {}, rules, symbols, out)
  return out.join('')
}

function parse(markup: string): Element {
  const root: Element = { tag: '', attributes: {}, children: [], classes: [], parent: null }
  let current = root
  for (const [, closing, tag, attributes = '', empty, text] of markup.matchAll(TOKEN)) {
    if (text !== undefined) current.children.push(text)
    else if (closing) current = current.parent ?? root
    else if (tag) {
      const element: Element = { tag, attributes: {}, children: [], classes: [], parent: current }
      for (const [, name, value = ''] of attributes.matchAll(ATTRIBUTE)) element.attributes[name!] = value
      element.classes = (element.attributes.class ?? '').split(/\s+/).filter(Boolean)
      current.children.push(element)
      if (!empty) current = element
    }
  }
  return root
}

function collect(element: Element, symbols: Record<string, Element>): void {
  for (const child of element.children) {
    if (typeof child === 'string') continue
    if (child.tag === 'symbol' && child.attributes.id) symbols[child.attributes.id] = child
    collect(child, symbols)
  }
}

function write(
  node: Element | string,
  inherited: Variables,
  rules: RulesByClass,
  symbols: Record<string, Element>,
  out: string[],
): void {
  // The renderer refuses `]]>` in a text, which Svelte does not escape.
  if (typeof node === 'string') return void out.push(node.replaceAll('>', '&gt;'))
  if (node.tag === 'symbol') return
  const { variables, drawn } = styleOf(node, inherited, rules)
  if (drawn.display === 'none') return
  const { href, x, y, width, height, ...rest } = node.attributes
  const symbol = node.tag === 'use' ? symbols[href?.slice(1) ?? ''] : undefined
  const own = { ...(symbol ? rest : node.attributes), ...drawn }
  const attributes = Object.entries(own)
    .filter(([name]) => !/^(class|style|role|tabindex|aria-|data-)/.test(name))
    .map(([name, value]) => ` ${name}="${resolve(value, variables)}"`)
    .join('')
  if (node.tag === 'div') {
    for (const child of node.children) write(child, variables, rules, symbols, out)
    return
  }
  if (symbol) {
    // A symbol takes the variables of the element that uses it.
    const { viewBox, preserveAspectRatio } = symbol.attributes
    const box = Object.entries({ x, y, width, height, viewBox, preserveAspectRatio })
    out.push(`<g${attributes}><svg${box.map(([name, value]) => (value ? ` ${name}="${value}"` : '')).join('')}>`)
    for (const child of symbol.children) write(child, variables, rules, symbols, out)
    out.push('</svg></g>')
    return
  }
  out.push(`<${node.tag}${attributes}>`)
  for (const child of node.children) write(child, variables, rules, symbols, out)
  out.push(`</${node.tag}>`)
}

function styleOf(element: Element, inherited: Variables, rules: RulesByClass) {
  const candidates = ['', ...new Set(element.classes)].flatMap((name) => rules.get(name) ?? [])
  const matching = candidates.filter((rule) => matches(element, rule.selector, rule.selector.length - 1))
  matching.sort((a, b) => a.weight - b.weight)
  const variables = { ...inherited }
  const drawn: Record<string, string> = {}
  for (const important of [false, true]) {
    for (const rule of matching) {
      for (const [name, value, isImportant] of rule.style) {
        if (isImportant !== important) continue
        if (name.startsWith('--')) variables[name] = value
        else if (name === 'font') Object.assign(drawn, fontOf(value))
        else drawn[name] = value
      }
    }
  }
  return { variables, drawn }
}

/** Return the parts of a `font`, such as `700 14.5px var(--serif)`. */
function fontOf(value: string): Record<string, string> {
  const [weight = '', size = '', ...family] = value.split(' ')
  return { 'font-weight': weight, 'font-size': size, 'font-family': family.join(' ') }
}

function matches(element: Element, selector: readonly Compound[], place: number): boolean {
  const part = selector[place]!
  if (part.tag && part.tag !== element.tag) return false
  if (!part.classes.every((name) => element.classes.includes(name))) return false
  if (!place) return true
  const parent = element.parent
  if (part.relation === '>') return !!parent && matches(parent, selector, place - 1)
  if (part.relation === '~') {
    const before = parent?.children.slice(0, parent.children.indexOf(element)) ?? []
    return before.some((other) => typeof other !== 'string' && matches(other, selector, place - 1))
  }
  for (let above = parent; above; above = above.parent) if (matches(above, selector, place - 1)) return true
  return false
}

/** Replace the variables in a value. */
function resolve(value: string, variables: Variables, depth = 0): string {
  if (depth > 8 || !value.includes('var(')) return value
  return resolve(
    value.replace(/var\((--[\w-]+)(?:,\s*((?:[^()]|\([^()]*\))*))?\)/, (_, name: string, otherwise = '') =>
      String(variables[name] ?? otherwise),
    ),
    variables,
    depth + 1,
  )
}
