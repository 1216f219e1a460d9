import type { MessageKey, ValuesOf } from '@baseplate/texts/keys'
import type { Messages, Piece, Values } from '@baseplate/texts/message'

let current: () => Messages = () => {
  throw new Error('texts are formatted while a page renders, not while a module loads')
}

/** Sets the source of texts: in a browser the texts of the page, on the server the texts of the current request. */
export function provideTexts(source: () => Messages): void {
  current = source
}

/** The texts in the reader's language. */
export const texts = (): Messages => current()

/** Keeps "T-shirt" and the German "E-Mail" on one line. Browsers break a line after a hyphen, but not after U+2011. */
export const keepTogether = (text: string): string =>
  text.replaceAll(/\b(E-(?=Mail)|T-(?=[Ss]hirt))/g, (start) => `${start[0]}\u2011`)

/** Formats a text in the reader's language. */
export const t = <Key extends MessageKey>(key: Key, ...values: ValuesOf<Key>): string =>
  keepTogether(current().format(key, values[0]))

/** Formats a text with tags in the reader's language. */
export const pieces = (key: MessageKey, values: Values, tags: readonly string[]): Piece[] =>
  current()
    .formatPieces(key, values, tags)
    .map((piece) =>
      typeof piece === 'string' ? keepTogether(piece) : { ...piece, text: keepTogether(piece.text) },
    )

/** The reader's language, for `Intl`. */
export const locale = (): string => current().locale

/**
 * The reader's language for dates and lists. The English texts have British spelling, so they have British dates too:
 * `22 Nov 2026`.
 */
export const regionalLocale = (): string => (locale() === 'en' ? 'en-GB' : locale())
