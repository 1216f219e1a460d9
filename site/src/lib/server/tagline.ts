import { defaultTagline } from '@baseplate/platform/foundation/config/groups'
import { t } from '#lib/texts/t.ts'

/** Returns the tagline in the reader's language. Operators give each language its own in their text files. */
export const taglineOf = (tagline: string): string => t('start.tagline') || shownTagline(tagline)

/** Returns the shipped tagline in the reader's language, and any other as it is. */
export const shownTagline = (tagline: string): string =>
  tagline === defaultTagline ? t('start.default_tagline') : tagline

/** Returns the stored tagline: the inverse of `shownTagline`. */
export const storedTagline = (shown: string): string =>
  shown === t('start.default_tagline') ? defaultTagline : shown
