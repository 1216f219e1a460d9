import { countedPlaces } from '@baseplate/platform/moderation/asset-review/rules'
import { formatNumber } from '#lib/texts/format.ts'
import { t } from '#lib/texts/t.ts'

/** Formats the number of waiting items: "12", or "more than 1,000". */
export const waitingCount = (waiting: number): string =>
  waiting > countedPlaces ? t('creating.queue.count_many', { limit: countedPlaces }) : formatNumber(waiting)

/** Describes a position in the approval queue: "Position 3 of 12 in the queue". */
export function placeInLine({ position, waiting }: { position: number | null; waiting: number }): string {
  if (position === null) return t('creating.queue.far', { limit: countedPlaces })
  return waiting > countedPlaces
    ? t('creating.queue.position_of_many', { position, limit: countedPlaces })
    : t('creating.queue.position', { position, waiting })
}
