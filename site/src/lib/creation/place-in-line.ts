import { countedPlaces } from '@baseplate/platform/moderation/asset-review/rules'
import { wholeNumber } from '#lib/components/whole-number.ts'

const rules = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** Formats the number of waiting items: "12", or "more than 1,000". */
export const waitingCount = (waiting: number): string =>
  waiting > countedPlaces ? `more than ${wholeNumber(countedPlaces)}` : wholeNumber(waiting)

/** Describes a position in the approval queue: "3rd of 12 waiting". */
export const placeInLine = ({ position, waiting }: { position: number | null; waiting: number }): string =>
  position === null
    ? `${waitingCount(countedPlaces + 1)} are before it`
    : `${wholeNumber(position)}${endings[rules.select(position)] ?? 'th'} of ${waitingCount(waiting)} waiting`
