import { createHash } from 'node:crypto'
import { type Message, Messages } from './message.ts'
import { parseMessage } from './parse.ts'

/** The texts of one language on the server. Each is parsed on first use, because a process uses few of them. */
export class Catalogue extends Messages {
  /** Writing direction. */
  readonly direction: 'ltr' | 'rtl'
  /** The language's own name for itself, such as `Deutsch`. */
  readonly name: string
  #version: string | undefined
  readonly #texts: Readonly<Record<string, string>>

  constructor(locale: string, texts: Readonly<Record<string, string>>) {
    super(locale, {})
    this.direction = directionOf(locale)
    this.name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
    this.#texts = texts
  }

  /** Changes whenever one of the texts changes. Part of the URL under which browsers cache the texts. */
  get version(): string {
    this.#version ??= createHash('sha256').update(JSON.stringify(this.#texts)).digest('hex').slice(0, 12)
    return this.#version
  }

  override has(key: string): boolean {
    return Object.hasOwn(this.#texts, key)
  }

  protected override find(key: string): Message | undefined {
    const parsed = super.find(key)
    if (parsed !== undefined || !this.has(key)) return parsed
    const message = parseMessage(this.#texts[key] ?? '')
    this.add({ [key]: message })
    return message
  }
}

const directionOf = (locale: string) => new Intl.Locale(locale).getTextInfo().direction ?? 'ltr'
