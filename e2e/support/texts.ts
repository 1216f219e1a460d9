import { Catalogue } from '../../texts/src/catalogue.ts'
import type { MessageKey, ValuesOf } from '../../texts/src/keys.ts'
import { readShipped } from '../../texts/src/read.ts'

type ShippedLocale = 'en' | 'de'

/** Returns the function that formats the texts of a shipped language, as pages show them. */
export function textsIn(locale: ShippedLocale) {
  const catalogue = new Catalogue(locale, readShipped(locale))
  return <Key extends MessageKey>(key: Key, ...values: ValuesOf<Key>): string =>
    catalogue.format(key, values[0])
}

/**
 * Returns the texts of an invented language: the English ones, up to 40 percent longer. Written from right to left, they show
 * where a layout fails.
 */
export const stretchedTexts = (): Record<string, string> =>
  Object.fromEntries(Object.entries(readShipped('en')).map(([key, text]) => [key, stretch(text)]))

/** Doubles vowels of a message outside its arguments and tags, so that words break where words of other languages would. */
function stretch(message: string): string {
  let left = Math.ceil(message.length * 0.4)
  let depth = 0
  let stretched = ''
  for (const character of message) {
    if ('{<'.includes(character)) depth++
    const isLonger = depth === 0 && left > 0 && 'aeiou'.includes(character)
    stretched += isLonger ? character + character : character
    if (isLonger) left--
    if ('}>'.includes(character)) depth--
  }
  return message.includes('{') || message.includes('<') ? stretched : stretched + '~'.repeat(left)
}
