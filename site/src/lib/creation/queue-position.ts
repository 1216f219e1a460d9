import { countedPositions } from '@baseplate/platform/moderation/asset-review/rules'
import { t } from '#lib/texts/t.ts'

/** Describes a position in the approval queue: "Position 3 of 12 in the queue". */
export function queuePosition({ position, waiting }: { position: number | null; waiting: number }): string {
  if (position === null) return t('creating.queue.far', { limit: countedPositions })
  return waiting > countedPositions
    ? t('creating.queue.position_of_many', { position, limit: countedPositions })
    : t('creating.queue.position', { position, waiting })
}
