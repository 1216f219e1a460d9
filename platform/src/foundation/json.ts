/** Parses JSON. Returns undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `JSON.rawJSON`, which TypeScript does not know yet. */
const exactJson = JSON as typeof JSON & { rawJSON(text: string): unknown }

/** Parses JSON whose numbers are serialised with their own digits again. @throws SyntaxError */
export const parseExact = (text: string): unknown =>
  JSON.parse(text, (_key, each: unknown, context?: { source?: string }) =>
    typeof each === 'number' && context?.source !== undefined ? exactJson.rawJSON(context.source) : each,
  )

/** Serialises a value. Bigints, which are amounts of money, become exact whole numbers. */
export const stringifyExact = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'bigint' ? exactJson.rawJSON(String(each)) : each,
  )
