import { type Atrule, type Block, type CssNode, parse, type Rule } from 'css-tree'
import { animationWords } from './allowed.ts'
import { readBrackets } from './brackets.ts'
import { preludeText } from './conditions.ts'
import { declarationText } from './declarations.ts'
import { type Dropped, drop, note, tryOrNote } from './dropped.ts'
import { type Confined, scopeItself, selectorTexts } from './selectors.ts'
import { identifierText, numberText } from './values.ts'

/** Maximum length of rebuilt CSS, in characters. Nested rules are written out, so their selectors multiply. */
const maxConfinedLength = 60_000

interface Build {
  source: string
  scope: string
  /** Names of the source's `@keyframes`, and their names in the page. */
  keyframes: ReadonlyMap<string, string>
  dropped: Dropped[]
  /** Characters written so far. */
  length: number
}

/** The rule or at-rule that encloses a node. */
interface Context {
  parents: readonly Confined[]
  /** Whether declarations belong to an enclosing rule. */
  inRule: boolean
}

/**
 * Rebuilds profile CSS from the allow lists (`allowed.ts`). Every rule applies only to the element with the class `scope`, its
 * descendants and the header's ground. No source text is copied: every name, number and text is checked and rebuilt. Also returns
 * the dropped pieces in the order of their lines.
 *
 * The page clips the profile's frame, so that nothing is visible outside it.
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

function blockText(build: Build, nodes: Iterable<CssNode>, context: Context): string {
  const { source, dropped } = build
  let text = context.inRule ? ruleText(build, context.parents, nodes) : ''
  for (const node of nodes) {
    switch (node.type) {
      case 'Rule':
        text += tryOrNote(source, node, dropped, () => nestedRule(build, node, context)) ?? ''
        break
      case 'Atrule':
        text += tryOrNote(source, node, dropped, () => atruleText(build, node, context)) ?? ''
        break
      case 'Declaration':
        if (!context.inRule) note(source, node, dropped, 'styling.outside_rule')
        break
      case 'Comment':
      case 'WhiteSpace':
        break
      default:
        note(source, node, dropped, 'styling.invalid')
    }
  }
  return text
}

/** Returns the declarations among the nodes as one rule. */
function ruleText(build: Build, selectors: readonly Confined[], nodes: Iterable<CssNode>): string {
  const declarations = declarationsText(build, nodes)
  if (declarations === '') return ''
  return counted(build, `${selectors.map(({ text }) => text).join(',')}{${declarations}}\n`)
}

function declarationsText({ source, keyframes, dropped }: Build, nodes: Iterable<CssNode>): string {
  const texts: string[] = []
  for (const node of nodes) {
    if (node.type !== 'Declaration') continue
    const text = tryOrNote(source, node, dropped, () => declarationText(node, keyframes))
    if (text === undefined) continue
    texts.push(text)
    if (node.important) note(source, node, dropped, 'styling.important_ignored')
  }
  return texts.join(';')
}

function nestedRule(build: Build, rule: Rule, { parents, inRule }: Context): string {
  if (rule.prelude.type !== 'SelectorList') return drop('styling.selector_invalid')
  const selectors = selectorTexts(rule.prelude, parents, inRule)
  return blockText(build, rule.block.children, { parents: selectors, inRule: true })
}

function atruleText(build: Build, atrule: Atrule, context: Context): string {
  const name = atrule.name.toLowerCase()
  const { block } = atrule
  if (name === 'keyframes' && block) {
    return context.inRule ? drop('styling.keyframes_in_rule') : keyframesText(build, atrule, block)
  }
  if (!block) return drop('styling.unavailable', { name: `@${atrule.name}` })
  const condition = conditionText(atrule)
  const inside = blockText(build, block.children, context)
  return inside === '' ? '' : counted(build, `@${name} ${condition}{${inside}}\n`, inside.length)
}

/** Rebuilds the condition of an at-rule. @throws Rejected */
function conditionText({ name, prelude }: Atrule): string {
  if (!['media', 'container', 'supports'].includes(name.toLowerCase()))
    return drop('styling.unavailable', { name: `@${name}` })
  if (prelude?.type !== 'AtrulePrelude') return drop('styling.condition_invalid')
  return preludeText(prelude.children, (asked) =>
    // The names of keyframes are unknown here: which `@keyframes` stay depends on this condition.
    asked.type === 'Declaration' ? declarationText(asked, new Map()) : drop('styling.part_unavailable'),
  )
}

function keyframesText(build: Build, atrule: Atrule, block: Block): string {
  const name = build.keyframes.get(nameOfKeyframes(atrule) ?? '')
  if (name === undefined) return drop('styling.keyframes_name_invalid')
  const { source, dropped } = build
  const steps = [...block.children].map((node) =>
    tryOrNote(source, node, dropped, () => {
      if (node.type === 'Comment') return ''
      if (node.type !== 'Rule') return drop('styling.invalid')
      return `${stepText(node)}{${declarationsText(build, node.block.children)}}`
    }),
  )
  return counted(build, `@keyframes ${name}{${steps.join('')}}\n`)
}

/** Rebuilds the selector of a step, such as `from` or `50%, to`. */
function stepText({ prelude }: Rule): string {
  if (prelude.type !== 'SelectorList') return drop('styling.invalid')
  const steps = [...prelude.children].map((selector) => {
    const [step, ...more] = selector.type === 'Selector' ? selector.children : []
    if (more.length === 0 && step?.type === 'Percentage') return `${numberText(step.value)}%`
    if (more.length === 0 && step?.type === 'TypeSelector' && /^(from|to)$/i.test(step.name)) return step.name
    return drop('styling.keyframes_step_invalid')
  })
  return steps.join(',')
}

/** Collects the names of `@keyframes` first, because rules may use them before their definition. Leaves out dropped ones. */
function keyframesOf(nodes: Iterable<CssNode>, scope: string): Map<string, string> {
  const names = new Map<string, string>()
  for (const node of nodes) {
    if (node.type !== 'Atrule' || !node.block) continue
    const name = nameOfKeyframes(node)
    if (name) names.set(name, `${scope}-${name}`)
    else if (tryOrNote('', node, [], () => conditionText(node)) !== undefined)
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

/** Adds a text to the length of the build. @param before characters of the text that were counted already. @throws Rejected */
function counted(build: Build, text: string, before = 0): string {
  build.length += text.length - before
  return build.length <= maxConfinedLength ? text : drop('styling.too_long')
}
