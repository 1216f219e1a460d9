import type { CssNode, List } from 'css-tree'
import { drop } from './dropped.ts'
import { identifierText, numberText, unitText } from './values.ts'

/** Returns the rebuilt declaration of an `@supports` condition. */
type SupportedText = (declaration: CssNode) => string

/**
 * Rebuilds the condition of `@media`, `@container` or `@supports`.
 *
 * @throws Rejected
 */
export function preludeText(nodes: List<CssNode>, supportedText: SupportedText): string {
  return [...nodes]
    .map((node) =>
      node.type === 'Condition' ? conditionText(node.children, supportedText) : partText(node, supportedText),
    )
    .join(' ')
}

const conditionText = (nodes: List<CssNode>, supportedText: SupportedText): string =>
  [...nodes].map((node) => partText(node, supportedText)).join(' ')

function partText(node: CssNode, supportedText: SupportedText): string {
  switch (node.type) {
    case 'MediaQueryList':
      return [...node.children].map((query) => partText(query, supportedText)).join(',')
    case 'MediaQuery': {
      const { modifier, mediaType, condition } = node
      const type = [modifier, mediaType].filter((word) => word !== null).map(identifierText)
      const asked = condition
        ? [...(mediaType ? ['and'] : []), conditionText(condition.children, supportedText)]
        : []
      return [...type, ...asked].join(' ')
    }
    case 'Condition':
      return `(${conditionText(node.children, supportedText)})`
    case 'Identifier':
      return identifierText(node.name)
    case 'Feature': {
      const feature = identifierText(node.name)
      return node.value ? `(${feature}:${comparedText(node.value)})` : `(${feature})`
    }
    case 'FeatureRange': {
      const { left, leftComparison, middle, rightComparison, right } = node
      const text = `${comparedText(left)} ${comparisonText(leftComparison)} ${comparedText(middle)}`
      if (!right || !rightComparison) return `(${text})`
      return `(${text} ${comparisonText(rightComparison)} ${comparedText(right)})`
    }
    case 'SupportsDeclaration':
      return `(${supportedText(node.declaration)})`
    default:
      return drop('styling.condition_unavailable')
  }
}

function comparedText(node: CssNode): string {
  switch (node.type) {
    case 'Identifier':
      return identifierText(node.name)
    case 'Number':
      return numberText(node.value)
    case 'Dimension':
      return `${numberText(node.value)}${unitText(node.unit)}`
    case 'Ratio':
      return node.right ? `${comparedText(node.left)}/${comparedText(node.right)}` : comparedText(node.left)
    default:
      return drop('styling.condition_unavailable')
  }
}

const comparisonText = (text: string) =>
  ['<', '>', '<=', '>=', '='].includes(text) ? text : drop('styling.condition_unavailable')
