import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'

/**
 * A parsed text. A string has no arguments, no plural forms and no tags; everything else is the syntax tree of an ICU
 * message. Both are JSON, so the server parses and a browser only formats.
 */
export type Message = string | MessageFormatElement[]

/** Arguments of a text by name. */
export type Values = Readonly<Record<string, string | number | bigint | boolean | Date>>

/** A piece of a text with tags: plain text, or the text inside `<tag>…</tag>`. */
export type Piece = string | { tag: string; text: string }

/** The name of a tag in parsed texts. An argument may have the tag's name: `by <creator>{creator}</creator>`. */
export const tagKey = (tag: string): string => `<${tag}>`

/** Letters that are written from right to left: Hebrew, Arabic, Syriac, Thaana and others. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Isolates names such as سباق in a sentence: U+2068 and U+2069 do what `<bdi>` does. Without them, the name would move the quotes,
 * numbers and punctuation beside it to its other side.
 */
const isolateNames = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && rightToLeft.test(value) ? `\u2068${value}\u2069` : value,
    ]),
  )

/** The texts of one language. Formats are built on first use. */
export class Messages {
  /** BCP 47 language tag, such as `de`. */
  readonly locale: string
  /** Whether names that are written from right to left are isolated. Programs get values as they are. */
  protected readonly isolates: boolean = true
  readonly #messages: Map<string, Message>
  readonly #formats = new Map<string, IntlMessageFormat>()

  constructor(locale: string, messages: Readonly<Record<string, Message>>) {
    this.locale = locale
    this.#messages = new Map(Object.entries(messages))
  }

  has(key: string): boolean {
    return this.find(key) !== undefined
  }

  protected find(key: string): Message | undefined {
    return this.#messages.get(key)
  }

  /** Adds texts, such as those of the next page. */
  add(messages: Readonly<Record<string, Message>>): void {
    for (const [key, message] of Object.entries(messages)) this.#messages.set(key, message)
  }

  /** Returns the texts of these keys as JSON. Unknown keys are left out. */
  pick(keys: Iterable<string>): Record<string, Message> {
    const picked: Record<string, Message> = {}
    for (const key of keys) {
      const message = this.find(key)
      if (message !== undefined) picked[key] = message
    }
    return picked
  }

  /** @throws Error for an unknown key or a missing value */
  format(key: string, values: Values = {}): string {
    const message = this.#require(key)
    return typeof message === 'string'
      ? message
      : String(this.#formatOf(key, message).format(this.#shown(values)))
  }

  /** Formats a text with tags such as `<link>…</link>`. `tags` are the names of all its tags. */
  formatPieces(key: string, values: Values, tags: readonly string[]): Piece[] {
    const message = this.#require(key)
    if (typeof message === 'string') return [message]
    const wrap = (tag: string) => (chunks: (string | Piece)[]) => ({ tag, text: chunks.join('') })
    const formatted = this.#formatOf(key, message).format<Piece>({
      ...this.#shown(values),
      ...Object.fromEntries(tags.map((tag) => [tagKey(tag), wrap(tag)])),
    })
    return [formatted].flat()
  }

  #shown = (values: Values): Values => (this.isolates ? isolateNames(values) : values)

  #require(key: string): Message {
    const message = this.find(key)
    if (message === undefined) throw new Error(`there is no text ${key} in ${this.locale}`)
    return message
  }

  #formatOf(key: string, message: MessageFormatElement[]): IntlMessageFormat {
    let format = this.#formats.get(key)
    if (!format) {
      format = new IntlMessageFormat(message, this.locale)
      this.#formats.set(key, format)
    }
    return format
  }
}
