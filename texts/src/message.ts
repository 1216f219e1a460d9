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

/** The texts of one language. Formats are built on first use. */
export class Messages {
  /** BCP 47 language tag, such as `de`. */
  readonly locale: string
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
    return typeof message === 'string' ? message : String(this.#formatOf(key, message).format(values))
  }

  /** Formats a text with tags such as `<link>…</link>`. `tags` are the names of all its tags. */
  formatPieces(key: string, values: Values, tags: readonly string[]): Piece[] {
    const message = this.#require(key)
    if (typeof message === 'string') return [message]
    const wrap = (tag: string) => (chunks: (string | Piece)[]) => ({ tag, text: chunks.join('') })
    const formatted = this.#formatOf(key, message).format<Piece>({
      ...values,
      ...Object.fromEntries(tags.map((tag) => [tagKey(tag), wrap(tag)])),
    })
    return [formatted].flat()
  }

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
