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

/** Serialises a value. Bigints, which are amounts of money, become exact whole numbers. */
export const stringifyExact = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'bigint' ? exactJson.rawJSON(String(each)) : each,
  )
