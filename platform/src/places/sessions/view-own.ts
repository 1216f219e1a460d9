import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { noInput } from '../../foundation/input.ts'
import { findPlaying } from './queries.ts'

export const viewOwnPlaying = useCase(
  {
    summary:
      "Returns the id of the place that the viewer's client is playing in, or null. The Play panel polls it.",
    scope: 'read',
    input: noInput,
  },
  async ({ db, now }: { db: Db; now: Clock }, actor): Promise<{ place: number | null }> => {
    const [playing] = await findPlaying(db, now(), [actor.id])
    return { place: playing?.id ?? null }
  },
)
