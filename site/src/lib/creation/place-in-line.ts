import { wholeNumber } from '#lib/components/whole-number.ts'

const rules = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** The platform counts at most one item more than this. */
const counted = 1_000

/** Formats the number of waiting items: "12", or "more than 1,000". */
export const waitingCount = (waiting: number): string =>
  waiting > counted ? `more than ${wholeNumber(counted)}` : wholeNumber(waiting)

/** Describes a position in the approval queue: "3rd of 12 waiting". */
export const placeInLine = ({ position, waiting }: { position: number | null; waiting: number }): string =>
  position === null
    ? `${waitingCount(counted + 1)} are before it`
    : `${wholeNumber(position)}${endings[rules.select(position)] ?? 'th'} of ${waitingCount(waiting)} waiting`
