import type { CssNode, List } from 'css-tree'
import { drop } from './dropped.ts'
import { identifierText, numberText, unitText } from './values.ts'

/** Answers the declaration that `@supports` asks for, written anew. */
type IsSupported = (declaration: CssNode) => string

/**
 * Writes the condition of `@media`, `@container` or `@supports` anew.
 *
 * @throws CannotStay
 */
export function preludeText(nodes: List<CssNode>, isSupported: IsSupported): string {
  return [...nodes]
    .map((node) =>
      node.type === 'Condition' ? conditionText(node.children, isSupported) : partText(node, isSupported),
    )
    .join(' ')
}

const conditionText = (nodes: List<CssNode>, isSupported: IsSupported): string =>
  [...nodes].map((node) => partText(node, isSupported)).join(' ')

function partText(node: CssNode, isSupported: IsSupported): string {
  switch (node.type) {
    case 'MediaQueryList':
      return [...node.children].map((query) => partText(query, isSupported)).join(',')
    case 'MediaQuery': {
      const { modifier, mediaType, condition } = node
      const type = [modifier, mediaType].filter((word) => word !== null).map(identifierText)
      const asked = condition
        ? [...(mediaType ? ['and'] : []), conditionText(condition.children, isSupported)]
        : []
      return [...type, ...asked].join(' ')
    }
    case 'Condition':
      return `(${conditionText(node.children, isSupported)})`
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
      return `(${isSupported(node.declaration)})`
    default:
      return drop('This condition is not available here')
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
      return drop('This condition is not available here')
  }
}

const comparisonText = (text: string) =>
  ['<', '>', '<=', '>=', '='].includes(text) ? text : drop('This condition is not available here')
