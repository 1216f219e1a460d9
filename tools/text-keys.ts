/**
 * Writes `texts/src/keys.ts`: the type of every key of the English texts with its arguments. `tools/prepare.mjs` runs it
 * when a text has changed.
 */
import { writeFileSync } from 'node:fs'
import { argumentsOf, parseMessage } from '../texts/src/parse.ts'
import { readShipped } from '../texts/src/read.ts'

const lines = Object.entries(readShipped('en')).map(([key, text]) => {
  const found = [...argumentsOf(parseMessage(text))]
  const values = found.filter(([, type]) => type !== 'tag').map(([name, type]) => `${name}: ${type}`)
  return `  '${key}': ${values.length > 0 ? `{ ${values.join('; ')} }` : 'undefined'}`
})

writeFileSync(
  new URL('../texts/src/keys.ts', import.meta.url),
  `/** Made by tools/text-keys.ts from the English texts. */
export interface Arguments {
${lines.join('\n')}
}

export type MessageKey = keyof Arguments

/** Keys of texts without arguments. */
export type PlainKey = { [Key in MessageKey]: Arguments[Key] extends undefined ? Key : never }[MessageKey]

/** The rest parameters of a function that formats a text: none, or its arguments. */
export type ValuesOf<Key extends MessageKey> = Arguments[Key] extends undefined ? [] : [values: Arguments[Key]]
`,
)
