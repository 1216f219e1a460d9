import { type Clock, second } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import type { GroupCommit } from '@baseplate/storage/database/group-commit'
import type { Config } from '../../foundation/config/schema.ts'
import type { Database, Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { SharedJobs } from '../../foundation/shared-jobs.ts'
import { changeEntry } from '../entries/change.ts'
import { findEntry, findValue } from '../entries/queries.ts'
import type { Change } from '../entries/rules.ts'
import { lockEntries } from '../queries.ts'
import type { EntryName } from '../rules.ts'
import {
  addWaiting,
  countEntries,
  endWaiting,
  listRunning,
  listUnvisited,
  listWaiting,
  positionOf,
  type RestoreRow,
} from './queries.ts'
import { stateAt } from './rules.ts'

/** Entries of one transaction. Their values may be large. */
const entriesPerPart = 10

interface Restoring {
  db: Db
  groupCommit: GroupCommit<Database>
  now: Clock
  config: Pick<Config, 'Data'>
  log: Logger
}

/** Runs restores. A restore goes on where a killed process has left it. */
export interface DataRestores {
  runNow(): void
  /** Waits for the part under way. The next start resumes. */
  stop(): Promise<void>
}

export function createDataRestores(platform: Restoring & { sharedJobs: SharedJobs }): DataRestores {
  let isStopping = false
  const job = platform.sharedJobs.start('restore data of games', 5 * second, (lost) =>
    runRestores(platform, () => isStopping || lost.aborted),
  )
  return {
    runNow: job.runNow,
    stop() {
      isStopping = true
      return job.stop()
    },
  }
}

/** Runs all restores as far as they come now. @param isOver whether to stop after the part under way */
export async function runRestores(platform: Restoring, isOver: () => boolean = () => false): Promise<void> {
  for (const restore of await listRunning(platform.db)) {
    // The values of this moment are those before the restore, to which it can be undone.
    if (platform.now() <= restore.created) continue
    await runRestore(platform, restore, isOver).catch((error: Error) =>
      platform.log.error({ restore: restore.id, error: error.message }, 'a restore of data failed'),
    )
  }
}

async function runRestore(platform: Restoring, found: RestoreRow, isOver: () => boolean): Promise<void> {
  const { db } = platform
  let restore = found
  if (restore.total === null) {
    const total = await countEntries(db, restore)
    await db.updateTable('data_restores').set({ total }).where('id', '=', restore.id).execute()
  }
  for (;;) {
    if (isOver()) return
    const names = await listUnvisited(db, restore, entriesPerPart)
    const last = names.at(-1)
    if (!last) break
    const position = positionOf(last)
    await restorePart(platform, restore, names, position)
    restore = { ...restore, position }
  }
  for (let after = ''; ; ) {
    if (isOver()) return
    const names = await listWaiting(db, restore, after, entriesPerPart)
    const last = names.at(-1)
    if (!last) break
    await restorePart(platform, restore, names, restore.position)
    after = positionOf(last)
  }
  await db
    .updateTable('data_restores')
    .set({ state: 'done' })
    .where('id', '=', restore.id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('data_restore_waits').select('key').where('restore_id', '=', restore.id))),
    )
    .execute()
}

/** Restores entries, and notes how far the restore has come, in one transaction. */
const restorePart = (
  { groupCommit, now, config }: Restoring,
  restore: RestoreRow,
  names: readonly EntryName[],
  position: string,
): Promise<void> =>
  groupCommit(async (trx) => {
    await lockEntries(trx, restore.world_id, names)
    const counts = { done: 0, kept: 0 }
    for (const name of names) {
      const outcome = await restoreEntry(trx, restore, name, { now: now(), config })
      if (outcome === 'waits') await addWaiting(trx, restore, name)
      else await endWaiting(trx, restore, name)
      if (outcome !== 'waits') counts[outcome]++
    }
    await trx
      .updateTable('data_restores')
      .set((eb) => ({
        position,
        done: eb('done', '+', counts.done),
        kept: eb('kept', '+', counts.kept),
      }))
      .where('id', '=', restore.id)
      .execute()
  })

async function restoreEntry(
  trx: Db,
  { world_id: worldId, moment }: RestoreRow,
  name: EntryName,
  changing: { now: number; config: Pick<Config, 'Data'> },
): Promise<'done' | 'kept' | 'waits'> {
  const entry = await findEntry(trx, worldId, name)
  if (!entry) return 'done'
  const values = await trx
    .selectFrom('data_values')
    .select(['version', 'written', 'expires'])
    .where('entry_id', '=', entry.id)
    .orderBy('version')
    .execute()
  const state = stateAt(entry, values, moment)
  if (state.known === 'nothing') return 'kept'
  const isPresent = entry.deleted === 0
  if (state.known === 'value' ? isPresent && state.version === entry.version : !isPresent) return 'done'
  const change = await changeTo(trx, entry.id, state)
  try {
    await changeEntry(trx, { worldId, server: null }, name, change, changing)
    return 'done'
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // A refused change has written nothing.
    const { code } = error.problem
    return code === 'data.player_elsewhere' || code === 'data.key_budget' ? 'waits' : 'kept'
  }
}

async function changeTo(
  trx: Db,
  entryId: string,
  state: { known: 'value'; version: number } | { known: 'absent' },
): Promise<Change> {
  if (state.known === 'absent') return { op: 'delete' }
  const found = await findValue(trx, entryId, state.version)
  if (!found) throw new Error(`version ${state.version} of entry ${entryId} is gone`)
  return { op: 'put', json: found.value, keeps: true }
}
