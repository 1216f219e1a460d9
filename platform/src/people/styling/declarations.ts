import { type Declaration, lexer } from 'css-tree'
import { animationWords, keywords, properties, textProperties, themeVariables } from './allowed.ts'
import { drop } from './dropped.ts'
import { identifierText, valueText, variableName } from './values.ts'

/** Names of the `@keyframes` of this stylesheet, and what they are called in the page. */
export type Keyframes = ReadonlyMap<string, string>

/**
 * Writes a declaration anew from what is allowed of it, without `!important`: what the site says about motion that
 * somebody wants less of has the last word.
 *
 * @throws CannotStay
 */
export function declarationText(declaration: Declaration, keyframes: Keyframes): string {
  const { value } = declaration
  const property = declaration.property.toLowerCase()
  if (value.type !== 'Value') return drop('This value could not be understood')
  if (property.startsWith('--')) {
    if (themeVariables.has(declaration.property)) return drop('This variable belongs to the theme')
    const text = valueText(value.children, { takesText: true, inVariable: true })
    return `${variableName(declaration.property)}:${text}`
  }
  if (!properties.has(property)) return drop(`${property} is not available here`)
  if (property === 'animation' || property === 'animation-name') renameAnimations(declaration, keyframes)
  const text = valueText(value.children, { takesText: textProperties.has(property) })
  const choice = keywords[property]
  if (choice && !choice.words.has(text.toLowerCase())) return drop(choice.otherwise)
  if (text === '' || isNoValue(declaration, text)) return drop(`This is no value of ${property}`)
  return `${property}:${text}`
}

function renameAnimations({ value }: Declaration, keyframes: Keyframes): void {
  if (value.type !== 'Value') return
  for (const node of value.children) {
    if (node.type === 'String') drop('Write the name of the animation without quotes')
    if (node.type !== 'Identifier' || animationWords.has(node.name.toLowerCase())) continue
    node.name =
      keyframes.get(identifierText(node.name)) ?? drop(`There are no @keyframes called ${node.name}`)
  }
}

/** Above this, the lexer gives up, and says so on the console. */
const maxJudgedLength = 400

/** What browsers would pass over in silence, as far as the lexer knows: not values with variables, nor of relative colours. */
function isNoValue(declaration: Declaration, text: string): boolean {
  if (text.length > maxJudgedLength || text.includes('(from ')) return false
  return lexer.matchDeclaration(declaration).error?.name === 'SyntaxMatchError'
}
