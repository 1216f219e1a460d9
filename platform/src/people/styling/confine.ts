import { type Atrule, type Block, type CssNode, parse, type Rule } from 'css-tree'
import { animationWords } from './allowed.ts'
import { readBrackets } from './brackets.ts'
import { preludeText } from './conditions.ts'
import { declarationText } from './declarations.ts'
import { type Dropped, drop, keepOrNote, note } from './dropped.ts'
import { type Confined, scopeItself, selectorTexts } from './selectors.ts'
import { identifierText, numberText } from './values.ts'

/** In characters. Rules inside rules are written out, and their selectors multiply. */
const maxConfinedLength = 60_000

interface Build {
  source: string
  scope: string
  /** What the `@keyframes` of this source are called in the page. */
  keyframes: ReadonlyMap<string, string>
  dropped: Dropped[]
  /** Of what has been written so far. */
  length: number
}

/** What a rule or an at-rule is in. */
interface Around {
  parents: readonly Confined[]
  /** In a rule, which its declarations belong to. */
  inRule: boolean
}

/**
 * Rebuilds profile CSS from what is allowed (`allowed.ts`), each rule confined to the element of the class `scope` and
 * what is in it. Nothing is passed on as it was: each name, number and text is checked and written anew. What was
 * dropped is told, in the order of the lines.
 *
 * That what is drawn stays in the profile's frame is up to the page, whose frame clips it.
 */
export function confineCss(source: string, scope: string): { css: string; dropped: Dropped[] } {
  const { text, dropped, tooDeep } = readBrackets(source)
  if (tooDeep) return { css: '', dropped: [tooDeep] }
  const sheet = parse(text, { positions: true, parseCustomProperty: true })
  if (sheet.type !== 'StyleSheet') throw new Error('the parser was asked for a stylesheet')
  const build: Build = { source, scope, keyframes: keyframesOf(sheet.children, scope), dropped, length: 0 }
  const css = blockText(build, sheet.children, { parents: [scopeItself(scope)], inRule: false })
  return { css, dropped: dropped.sort((one, other) => one.line - other.line) }
}

function blockText(build: Build, nodes: Iterable<CssNode>, around: Around): string {
  const { source, dropped } = build
  let text = around.inRule ? ruleText(build, around.parents, nodes) : ''
  for (const node of nodes) {
    switch (node.type) {
      case 'Rule':
        text += keepOrNote(source, node, dropped, () => nestedRule(build, node, around)) ?? ''
        break
      case 'Atrule':
        text += keepOrNote(source, node, dropped, () => atruleText(build, node, around)) ?? ''
        break
      case 'Declaration':
        if (!around.inRule) note(source, node, dropped, 'This stands in no rule')
        break
      case 'Comment':
      case 'WhiteSpace':
        break
      default:
        note(source, node, dropped, 'This could not be understood')
    }
  }
  return text
}

/** The declarations among the nodes, as one rule. */
function ruleText(build: Build, selectors: readonly Confined[], nodes: Iterable<CssNode>): string {
  const declarations = declarationsText(build, nodes)
  if (declarations === '') return ''
  return counted(build, `${selectors.map(({ text }) => text).join(',')}{${declarations}}\n`)
}

function declarationsText({ source, keyframes, dropped }: Build, nodes: Iterable<CssNode>): string {
  const kept: string[] = []
  for (const node of nodes) {
    if (node.type !== 'Declaration') continue
    const text = keepOrNote(source, node, dropped, () => declarationText(node, keyframes))
    if (text === undefined) continue
    kept.push(text)
    if (node.important) note(source, node, dropped, 'Shown, but without !important')
  }
  return kept.join(';')
}

function nestedRule(build: Build, rule: Rule, { parents, inRule }: Around): string {
  if (rule.prelude.type !== 'SelectorList') return drop('This selector could not be understood')
  const selectors = selectorTexts(rule.prelude, parents, inRule)
  return blockText(build, rule.block.children, { parents: selectors, inRule: true })
}

function atruleText(build: Build, atrule: Atrule, around: Around): string {
  const name = atrule.name.toLowerCase()
  const { block } = atrule
  if (name === 'keyframes' && block) {
    return around.inRule ? drop('@keyframes stand in no rule') : keyframesText(build, atrule, block)
  }
  if (!block) return drop(`@${atrule.name} is not available here`)
  const condition = conditionText(atrule)
  const inside = blockText(build, block.children, around)
  return inside === '' ? '' : counted(build, `@${name} ${condition}{${inside}}\n`, inside.length)
}

/** What a block of rules depends on. @throws CannotStay */
function conditionText({ name, prelude }: Atrule): string {
  if (!['media', 'container', 'supports'].includes(name.toLowerCase()))
    return drop(`@${name} is not available here`)
  if (prelude?.type !== 'AtrulePrelude') return drop('This condition could not be understood')
  return preludeText(prelude.children, (asked) =>
    // Which names there are depends on what is kept, and that on this.
    asked.type === 'Declaration' ? declarationText(asked, new Map()) : drop('This is not available here'),
  )
}

function keyframesText(build: Build, atrule: Atrule, block: Block): string {
  const name = build.keyframes.get(nameOfKeyframes(atrule) ?? '')
  if (name === undefined)
    return drop('@keyframes have a name of letters, digits, - and _, which is no word of animation')
  const { source, dropped } = build
  const steps = [...block.children].map((node) =>
    keepOrNote(source, node, dropped, () => {
      if (node.type === 'Comment') return ''
      if (node.type !== 'Rule') return drop('This could not be understood')
      return `${stepText(node)}{${declarationsText(build, node.block.children)}}`
    }),
  )
  return counted(build, `@keyframes ${name}{${steps.join('')}}\n`)
}

/** `from`, `50%, to` */
function stepText({ prelude }: Rule): string {
  if (prelude.type !== 'SelectorList') return drop('This could not be understood')
  const steps = [...prelude.children].map((selector) => {
    const [step, ...more] = selector.type === 'Selector' ? selector.children : []
    if (more.length === 0 && step?.type === 'Percentage') return `${numberText(step.value)}%`
    if (more.length === 0 && step?.type === 'TypeSelector' && /^(from|to)$/i.test(step.name)) return step.name
    return drop('Steps of @keyframes are from, to, or a percentage')
  })
  return steps.join(',')
}

/** Looked for before everything else, as rules may name what comes after them; those that will be dropped are none. */
function keyframesOf(nodes: Iterable<CssNode>, scope: string): Map<string, string> {
  const names = new Map<string, string>()
  for (const node of nodes) {
    if (node.type !== 'Atrule' || !node.block) continue
    const name = nameOfKeyframes(node)
    if (name) names.set(name, `${scope}-${name}`)
    else if (keepOrNote('', node, [], () => conditionText(node)) !== undefined)
      for (const [inner, outer] of keyframesOf(node.block.children, scope)) names.set(inner, outer)
  }
  return names
}

function nameOfKeyframes({ name, prelude }: Atrule): string | undefined {
  if (name.toLowerCase() !== 'keyframes' || prelude?.type !== 'AtrulePrelude') return undefined
  const [node, ...more] = prelude.children
  if (node?.type !== 'Identifier' || more.length > 0) return undefined
  const isFree = /^[\w-]+$/.test(node.name) && !animationWords.has(node.name.toLowerCase())
  return isFree ? identifierText(node.name) : undefined
}

/** @param before how much of the text has been counted already. */
function counted(build: Build, text: string, before = 0): string {
  build.length += text.length - before
  return build.length <= maxConfinedLength ? text : drop('Written out, this and what is above it is too long')
}
