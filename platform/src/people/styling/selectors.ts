import type { CssNode, List, PseudoClassSelector, SelectorList } from 'css-tree'
import { pseudoClasses, pseudoElements } from './allowed.ts'
import { drop } from './dropped.ts'
import { groundScopeOf } from './scope.ts'
import { identifierText, stringText } from './values.ts'

/** Maximum length of a rule's selectors, in characters. Nested rules multiply them. */
const maxLength = 20_000

/** A rebuilt selector, which begins with the scope. */
export interface Confined {
  text: string
  /** Selects the scope's element itself, whose siblings belong to the page. */
  isScope: boolean
  /** The selector of the header's ground, which is an empty element outside the scope's element. */
  ground?: string
}

/** Returns the parent of outermost selectors. The repeated class outweighs the classes that the site's components add. */
export const scopeItself = (scope: string): Confined => {
  const ground = `.${groundScopeOf(scope)}`
  return { text: `.${scope}.${scope}`, isScope: true, ground: ground + ground }
}

/**
 * Rebuilds a rule's selectors, each below every one of `parents`.
 *
 * @throws Rejected
 */
export function selectorTexts(
  list: SelectorList,
  parents: readonly Confined[],
  isNested: boolean,
): Confined[] {
  const selectors: Confined[] = []
  let length = 0
  for (const selector of list.children) {
    if (selector.type !== 'Selector') return drop('styling.selector_invalid')
    for (const parent of parents) {
      const one = confined([...selector.children], parent, isNested)
      selectors.push(one)
      length += one.text.length
      if (length > maxLength) return drop('styling.too_many_selectors')
    }
  }
  return selectors
}

function confined(nodes: readonly CssNode[], parent: Confined, isNested: boolean): Confined {
  const [first, second] = nodes
  if (isNested && first?.type === 'NestingSelector') {
    // `&div` would merge with the name before it.
    return second?.type === 'TypeSelector'
      ? drop('styling.nesting_before_name')
      : below(parent, nodes.slice(1))
  }
  if (parent.ground !== undefined && first?.type === 'ClassSelector' && first.name === 'ground')
    return onGround(parent.ground, nodes.slice(1))
  if (!isNested && isWholePage(first)) return below(parent, withoutWholePages(nodes.slice(1)))
  return below(parent, first?.type === 'Combinator' ? nodes : [descendant, ...nodes])
}

/** Selects the header's ground or one of its pseudo-elements. The ground has no content, and its siblings belong to the page. */
function onGround(ground: string, nodes: readonly CssNode[]): Confined {
  if (nodes.some((node) => node.type === 'Combinator')) return drop('styling.outside_profile')
  return { text: ground + compoundsText(nodes), isScope: true }
}

const descendant: CssNode = { type: 'Combinator', name: ' ' }

/** Returns whether a selector names the whole page, which here means the profile: `body { background: … }`. */
function isWholePage(node: CssNode | undefined): boolean {
  if (node?.type === 'TypeSelector') return ['html', 'body'].includes(node.name.toLowerCase())
  return node?.type === 'PseudoClassSelector' && ['root', 'scope'].includes(node.name.toLowerCase())
}

/** Treats `html body .post` like `body .post`. */
function withoutWholePages(nodes: readonly CssNode[]): readonly CssNode[] {
  const [first, second] = nodes
  return first?.type === 'Combinator' && isWholePage(second) ? withoutWholePages(nodes.slice(2)) : nodes
}

function below(parent: Confined, nodes: readonly CssNode[]): Confined {
  const away = nodes.find((node) => node.type === 'Combinator')
  const stays = nodes[0] === undefined || nodes[0].type !== 'Combinator'
  if (parent.isScope && away?.type === 'Combinator' && !['', '>'].includes(away.name.trim())) {
    return drop('styling.outside_profile')
  }
  return { text: parent.text + compoundsText(nodes), isScope: parent.isScope && stays && away === undefined }
}

const compoundsText = (nodes: readonly CssNode[]): string => nodes.map(partText).join('')

function partText(node: CssNode): string {
  switch (node.type) {
    case 'TypeSelector':
      return node.name === '*' ? '*' : identifierText(node.name)
    case 'ClassSelector':
      return `.${identifierText(node.name)}`
    case 'AttributeSelector': {
      const { matcher, value, flags } = node
      if (matcher === null || value === null) return `[${identifierText(node.name.name)}]`
      if (!/^[~|^$*]?=$/.test(matcher)) return drop('styling.selector_invalid')
      const compared = stringText(value.type === 'String' ? value.value : identifierText(value.name))
      return `[${identifierText(node.name.name)}${matcher}${compared}${flags && /^[is]$/i.test(flags) ? ` ${flags}` : ''}]`
    }
    case 'PseudoClassSelector':
      return pseudoClassText(node)
    case 'PseudoElementSelector':
      return pseudoElements.has(node.name.toLowerCase()) && !node.children
        ? `::${node.name.toLowerCase()}`
        : drop('styling.unavailable', { name: `::${node.name}` })
    case 'Combinator':
      return ['', '>', '+', '~'].includes(node.name.trim())
        ? node.name.trim() || ' '
        : drop('styling.selector_invalid')
    case 'IdSelector':
      return drop('styling.id_selector')
    case 'NestingSelector':
      return drop('styling.nesting_misplaced')
    default:
      return drop('styling.selector_invalid')
  }
}

function pseudoClassText({ name, children }: PseudoClassSelector): string {
  const called = name.toLowerCase()
  // CSS 2 wrote pseudo-elements with one colon.
  if (!children && pseudoElements.has(called)) return `::${called}`
  if (!pseudoClasses.has(called)) return drop('styling.unavailable', { name: `:${name}` })
  return children ? `:${called}(${argumentsText(children)})` : `:${called}`
}

const argumentsText = (nodes: List<CssNode>): string => [...nodes].map(argumentText).join('')

function argumentText(node: CssNode): string {
  switch (node.type) {
    case 'SelectorList':
      return [...node.children].map(argumentText).join(',')
    case 'Selector':
      return compoundsText([...node.children])
    case 'Nth': {
      const of = node.selector ? ` of ${argumentText(node.selector)}` : ''
      return `${nthText(node.nth)}${of}`
    }
    default:
      return drop('styling.selector_invalid')
  }
}

function nthText(nth: CssNode): string {
  if (nth.type === 'Identifier' && /^(odd|even)$/i.test(nth.name)) return nth.name
  if (nth.type !== 'AnPlusB') return drop('styling.selector_invalid')
  const { a, b } = nth
  const steps = a === null ? '' : `${wholeNumber(a)}n`
  const offset = b === null ? '' : wholeNumber(b)
  return steps && offset && !/^[+-]/.test(offset) ? `${steps}+${offset}` : steps + offset
}

const wholeNumber = (text: string) => (/^[+-]?\d{0,4}$/.test(text) ? text : drop('styling.selector_invalid'))
