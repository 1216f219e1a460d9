import type { MessageKey } from './keys.ts'

/** Stands in for `english.ts` in browsers, which cannot read files. Pages format messages in the language of their reader. */
export const formatEnglish = (key: MessageKey): string => key
