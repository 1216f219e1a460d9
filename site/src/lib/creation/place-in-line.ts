import { wholeNumber } from '#lib/components/whole-number.ts'

const rules = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** So many are counted, and no more. */
const counted = 1_000

/** How many wait, where more than a thousand are told as one more. */
export const waitingCount = (waiting: number): string =>
  waiting > counted ? `more than ${wholeNumber(counted)}` : wholeNumber(waiting)

/** "3rd of 12 waiting": where something stands that waits for approval. */
export const placeInLine = ({ position, waiting }: { position: number | null; waiting: number }): string =>
  position === null
    ? `${waitingCount(counted + 1)} are before it`
    : `${wholeNumber(position)}${endings[rules.select(position)] ?? 'th'} of ${waitingCount(waiting)} waiting`
