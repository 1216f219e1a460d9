import type { CssNode, List } from 'css-tree'
import { cardVariables, functions, themeVariables, units } from './allowed.ts'
import { drop } from './dropped.ts'

/** Larger numbers have no use on a page, but can slow it down. */
const maxNumber = 10_000

const name = /^-?[a-z_][a-z0-9_-]*$/i
const variable = /^--[a-z0-9_-]+$/i
const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** The declaration that a value belongs to. */
interface ValueContext {
  /** The property accepts text in quotes. */
  takesText: boolean
  /** Only variables of the theme are allowed here. Variables made of variables can grow exponentially. */
  inVariable?: boolean
}

/**
 * Rebuilds a value.
 *
 * @throws Rejected
 */
export function valueText(nodes: List<CssNode>, context: ValueContext): string {
  let text = ''
  for (const node of nodes) {
    const part = partText(node, context)
    text += text === '' || part === ',' ? part : ` ${part}`
  }
  return text
}

function partText(node: CssNode, context: ValueContext): string {
  switch (node.type) {
    case 'Identifier':
      return identifierText(node.name)
    case 'Number':
      return numberText(node.value)
    case 'Percentage':
      return `${numberText(node.value)}%`
    case 'Dimension':
      return `${numberText(node.value)}${unitText(node.unit)}`
    case 'Ratio':
      return [node.left, ...(node.right ? [node.right] : [])]
        .map((side) => partText(side, context))
        .join(' / ')
    case 'Hash':
      return /^[0-9a-f]{3,8}$/i.test(node.value) ? `#${node.value}` : drop('styling.colour_invalid')
    case 'String':
      return context.takesText ? stringText(node.value) : drop('styling.text_unused')
    case 'Operator':
      return operatorText(node.value)
    case 'Parentheses':
      return `(${valueText(node.children, context)})`
    case 'Brackets':
      return `[${valueText(node.children, { takesText: false })}]`
    case 'Value':
      return valueText(node.children, context)
    case 'Function':
      return functionText(node.name, node.children, context)
    case 'Url':
      return drop('styling.address')
    default:
      return drop('styling.value_invalid')
  }
}

export function identifierText(text: string): string {
  return name.test(text) ? text : drop('styling.word_invalid', { word: text })
}

/** Returns a CSS string in which every character with a meaning in CSS or HTML is escaped. */
export function stringText(text: string): string {
  const escaped = [...text].map((character) =>
    /["\\<>&\n\r\f]|\p{Cc}|\p{Cs}/u.test(character)
      ? `\\${(character.codePointAt(0) || 0xfffd).toString(16)} `
      : character,
  )
  return `"${escaped.join('')}"`
}

export function numberText(text: string): string {
  if (!number.test(text)) return drop('styling.number_invalid', { number: text })
  return Math.abs(Number(text)) <= maxNumber ? text : drop('styling.number_too_large', { max: maxNumber })
}

export function unitText(text: string): string {
  return units.has(text.toLowerCase()) ? text : drop('styling.unit_unavailable', { unit: text })
}

function operatorText(text: string): string {
  const operator = text.trim()
  return [',', '/', '+', '-', '*'].includes(operator) ? operator : drop('styling.value_invalid')
}

function functionText(written: string, children: List<CssNode>, context: ValueContext): string {
  const called = written.toLowerCase()
  if (called === 'var') return variableText(children, context)
  if (!functions.has(called)) return drop('styling.unavailable', { name: `${written}()` })
  return `${called}(${valueText(children, context)})`
}

/** Rebuilds `var(--name)` or, with a fallback, `var(--name, 4px)`. */
function variableText(children: List<CssNode>, context: ValueContext): string {
  const [first, comma, ...rest] = children
  if (first?.type !== 'Identifier') return drop('styling.variable_name_invalid')
  const own = variableName(first.name)
  if (context.inVariable && !themeVariables.has(own)) return drop('styling.variable_of_variables')
  if (!comma) return `var(${own})`
  const fallback = rest.map((node) => partText(node, context)).join(' ')
  return `var(${own}, ${fallback})`
}

/** Returns the name of a variable in the page. The owner's own variables get a prefix that the site never uses. */
export function variableName(text: string): string {
  if (!variable.test(text)) return drop('styling.variable_name_invalid')
  return themeVariables.has(text) || cardVariables.has(text) ? text : `--own-${text.slice(2)}`
}
