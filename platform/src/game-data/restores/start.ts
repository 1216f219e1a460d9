import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import { parsePlayerNumber } from '../../accounts/numbers/rules.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { newTimedId } from '../../foundation/ids.ts'
import { permitViewing, requireViewed, type ViewedPlace } from '../looks/permit.ts'
import { recordLook } from '../looks/queries.ts'
import { isName, playerScope, versionLifetime } from '../rules.ts'
import type { RestoreKind } from '../tables.ts'
import { restoreAllInput, undoInput } from './input.ts'
import { findRestore } from './queries.ts'
import type { DataRestores } from './run.ts'

interface Starting {
  db: Db
  now: Clock
  dataRestores: Pick<DataRestores, 'runNow'>
}

const access = { scope: 'data:write', permit: permitViewing } as const

/** Id of a restore that has begun. */
export interface StartedRestore {
  /** Its id. */
  restore: string
}

/** @throws Refused as `requireViewed`; `conflict`: another restore is running. InvalidFields `moment`, `target` */
export const startDataRestore = useCase(
  {
    ...access,
    summary:
      'Begins to restore all entries of a store, or the own entries of a player, to a moment of the last 30 days. Values before stay as versions.',
    input: restoreAllInput,
  },
  async (platform: Starting, actor, { id, kind, target, moment }): Promise<StartedRestore> => {
    const viewed = await requireViewed(platform.db, actor, id)
    const time = platform.now()
    if (moment > time || moment < time - versionLifetime)
      throw new InvalidFields({ moment: 'data.moment_invalid' })
    const isKnown = kind === 'store' ? isName(target) : parsePlayerNumber(target) !== undefined
    if (!isKnown) throw new InvalidFields({ target: 'data.name_invalid' })
    return begin(platform, { viewed, actor, kind, target, moment })
  },
)

/** An undone restore is a restore of the same entries to the moment at which it began. @throws as `startDataRestore` */
export const undoDataRestore = useCase(
  {
    ...access,
    summary: 'Begins to restore the entries of an earlier restore to the moment at which that one began.',
    input: undoInput,
  },
  async (platform: Starting, actor, { id, restore }): Promise<StartedRestore> => {
    const viewed = await requireViewed(platform.db, actor, id)
    const found = await findRestore(platform.db, viewed.worldId, restore)
    if (!found) throw new Refused('data.restore_not_found')
    const { kind, target, created, undone, state } = found
    if (undone === 1 || state === 'running') throw new Refused('data.restore_running')
    return begin(platform, { viewed, actor, kind, target, moment: created, undoes: restore })
  },
)

interface Begin {
  viewed: ViewedPlace
  actor: Actor
  kind: RestoreKind
  target: string
  moment: number
  undoes?: string
}

async function begin(
  { db, now, dataRestores }: Starting,
  { viewed, actor, kind, target, moment, undoes }: Begin,
): Promise<StartedRestore> {
  const created = now()
  const id = newTimedId(created)
  await db.transaction().execute(async (trx) => {
    // The index of running restores lets one win.
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('data_restores')
      .values({
        ...{ id, world_id: viewed.worldId, kind, target, moment, created },
        ...{ started_by: actor.id, state: 'running' as const },
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if ((numInsertedOrUpdatedRows ?? 0n) === 0n) throw new Refused('data.restore_running')
    if (undoes !== undefined)
      await trx.updateTable('data_restores').set({ undone: 1 }).where('id', '=', undoes).execute()
    const subject =
      kind === 'player'
        ? { store: null, scope: playerScope, key: target }
        : { store: target, scope: '', key: '' }
    await recordLook(trx, viewed, actor, { action: 'restoreall', subject }, created)
  })
  dataRestores.runNow()
  return { restore: id }
}
