/** Levels that are indented. Deeper ones stay at the last, so that the text of a deep value does not grow with the square of its depth. */
const maxIndent = 30

/** Texts, braces, and everything else between white space, as JSON has them. */
const tokensOf = (json: string): string[] =>
  json.match(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []

/** Returns JSON without white space. Its names, texts and digits stay as they are. */
export const compactJson = (json: string): string => tokensOf(json).join('')

/** Returns JSON with a line for each member. Its names, texts and digits stay as they are. */
export function layOutJson(json: string): string {
  const tokens = tokensOf(json)
  let depth = 0
  let text = ''
  const line = () => `\n${'  '.repeat(Math.min(depth, maxIndent))}`
  for (const [index, token] of tokens.entries()) {
    const isEmpty = index > 0 && /^[{[]$/.test(tokens[index - 1] ?? '')
    if (token === '{' || token === '[') {
      depth++
      text += token
      if (!/^[}\]]$/.test(tokens[index + 1] ?? '')) text += line()
    } else if (token === '}' || token === ']') {
      depth--
      text += isEmpty ? token : line() + token
    } else if (token === ',') text += token + line()
    else text += token === ':' ? ': ' : token
  }
  return text
}
