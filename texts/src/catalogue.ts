import { createHash } from 'node:crypto'
import { type Message, Messages } from './message.ts'

/** The texts of one language on the server. */
export interface Catalogue extends Messages {
  /** Writing direction. */
  direction: 'ltr' | 'rtl'
  /** The language's own name for itself, such as `Deutsch`. */
  name: string
  /** Changes whenever one of the texts changes. Part of the address by which browsers cache texts. */
  version: string
}

export function createCatalogue(locale: string, messages: Readonly<Record<string, Message>>): Catalogue {
  return Object.assign(new Messages(locale, messages), {
    direction: directionOf(locale),
    name: new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale,
    version: createHash('sha256').update(JSON.stringify(messages)).digest('hex').slice(0, 12),
  })
}

/** Part of ECMAScript's Intl Locale Info, which TypeScript does not know yet. */
type WithTextInfo = Intl.Locale & { getTextInfo(): { direction?: 'ltr' | 'rtl' } }

const directionOf = (locale: string) =>
  (new Intl.Locale(locale) as WithTextInfo).getTextInfo().direction ?? 'ltr'
