import type { Clock } from '@baseplate/service/clock'
import type { GroupCommit } from '@baseplate/storage/database/group-commit'
import { z } from 'zod'
import { useCase } from '../../accounts/door.ts'
import type { Database, Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { invalid } from '../../foundation/input.ts'
import { removeScores } from '../leaderboards/queries.ts'
import { maxReasonLength } from '../leaderboards/rules.ts'
import { permitViewing, requireViewed } from '../looks/permit.ts'
import { recordLook } from '../looks/queries.ts'
import { lockEntries } from '../queries.ts'
import { playerScope } from '../rules.ts'
import { entryInput } from './input.ts'

const removeInput = entryInput.pick({ id: true, store: true }).extend({
  player: z.coerce.number().int().meta({ description: 'Number of the player.', example: 1_234_567 }),
  reason: z
    .string(invalid('data.reason_missing'))
    .trim()
    .min(1, invalid('data.reason_missing'))
    .max(maxReasonLength, invalid('input.too_long', { max: maxReasonLength }))
    .meta({ description: 'Why the score is removed. The log of the data shows it.', example: 'Used a bug' }),
})

/** @throws Refused as `requireViewed`; `missing`: the player has no score. InvalidFields `reason` */
export const removeScore = useCase(
  {
    summary: 'Removes the scores of a player from a leaderboard. The entry of the player stays.',
    scope: 'data:write',
    permit: permitViewing,
    input: removeInput,
  },
  async (
    { db, groupCommit, now }: { db: Db; groupCommit: GroupCommit<Database>; now: Clock },
    actor,
    { id, store, player, reason },
  ): Promise<void> => {
    const viewed = await requireViewed(db, actor, id)
    const name = { store, scope: playerScope, key: String(player) }
    await groupCommit(async (trx) => {
      await lockEntries(trx, viewed.worldId, [name])
      const { numDeletedRows } = await removeScores(trx, { worldId: viewed.worldId, store }, player)
      if (numDeletedRows === 0n) throw new Refused('data.score_not_found')
      await recordLook(trx, viewed, actor, { action: 'removescore', subject: name, reason }, now())
    })
  },
)
