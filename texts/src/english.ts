import { Catalogue } from './catalogue.ts'
import type { MessageKey, ValuesOf } from './keys.ts'
import type { Values } from './message.ts'
import { readShipped } from './read.ts'

class EnglishForPrograms extends Catalogue {
  protected override readonly isolates = false
}

let shipped: Catalogue | undefined

/**
 * Returns the English texts as shipped. Programs get these, whatever an operator changes and whatever language a user reads. They
 * are read on first use, because the economy service hardly needs them.
 */
export function english(): Catalogue {
  shipped ??= new EnglishForPrograms('en', readShipped('en'))
  return shipped
}

/** Formats a shipped English text. */
export const inEnglish = <Key extends MessageKey>(key: Key, ...values: ValuesOf<Key>): string =>
  english().format(key, values[0])

/** Formats a shipped English text whose key is only known at run time. */
export const formatEnglish = (key: MessageKey, values: Values): string => english().format(key, values)
