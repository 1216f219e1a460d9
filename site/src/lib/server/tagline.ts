import { defaultTagline } from '@baseplate/platform/foundation/config/schema'
import { t } from '#lib/texts/t.ts'

/** Returns the tagline in the reader's language. Operators give each language its own in their text files. */
export const taglineOf = (tagline: string): string =>
  t('start.tagline') || (tagline === defaultTagline ? t('start.default_tagline') : tagline)
