import { type Declaration, lexer } from 'css-tree'
import { animationWords, keywords, properties, textProperties, themeVariables } from './allowed.ts'
import { drop } from './dropped.ts'
import { identifierText, valueText, variableName } from './values.ts'

/** Names of the stylesheet's `@keyframes`, and their names in the page. */
type Keyframes = ReadonlyMap<string, string>

/**
 * Rebuilds a declaration without `!important`, so that the site's rule for users who prefer reduced motion wins.
 *
 * @throws Rejected
 */
export function declarationText(declaration: Declaration, keyframes: Keyframes): string {
  const { value } = declaration
  const property = declaration.property.toLowerCase()
  if (value.type !== 'Value') return drop('styling.value_invalid')
  if (property.startsWith('--')) {
    if (themeVariables.has(declaration.property)) return drop('styling.variable_of_theme')
    const text = valueText(value.children, { takesText: true, inVariable: true })
    return `${variableName(declaration.property)}:${text}`
  }
  if (!properties.has(property)) return drop('styling.unavailable', { name: property })
  if (property === 'animation' || property === 'animation-name') renameAnimations(declaration, keyframes)
  const text = valueText(value.children, { takesText: textProperties.has(property) })
  const choice = keywords[property]
  if (choice && !choice.words.has(text.toLowerCase())) return drop(choice.otherwise)
  if (text === '' || isInvalidValue(declaration, text))
    return drop('styling.value_of_property_invalid', { property })
  return `${property}:${text}`
}

function renameAnimations({ value }: Declaration, keyframes: Keyframes): void {
  if (value.type !== 'Value') return
  for (const node of value.children) {
    if (node.type === 'String') drop('styling.animation_quoted')
    if (node.type !== 'Identifier' || animationWords.has(node.name.toLowerCase())) continue
    node.name =
      keyframes.get(identifierText(node.name)) ?? drop('styling.keyframes_not_found', { name: node.name })
  }
}

/** Maximum length of a value that the lexer can match in most cases. Above it, the lexer gives up. */
const maxMatchedLength = 400

/** Returns whether browsers would ignore the value. The lexer cannot tell for variables and relative colours. */
function isInvalidValue(declaration: Declaration, text: string): boolean {
  if (text.length > maxMatchedLength || text.includes('(from ')) return false
  return silently(() => lexer.matchDeclaration(declaration).error?.name === 'SyntaxMatchError')
}

/** Runs the lexer, which prints a line for a value that it gives up. Users could fill the log with such lines. */
function silently<T>(match: () => T): T {
  const { warn } = console
  console.warn = () => {}
  try {
    return match()
  } finally {
    console.warn = warn
  }
}
