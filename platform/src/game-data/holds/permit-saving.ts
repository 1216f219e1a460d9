import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Caller } from '../caller.ts'
import { findHold, findStays, nameServer, type PlayersData, takeHold } from './queries.ts'
import { judgeHold, maySave } from './rules.ts'

interface Saving {
  now: number
  config: Pick<Config, 'Data'>
  /** The entry or its tombstone, if there is one. */
  entry: { updated: number; version: number; deleted: number } | undefined
  /** Whether the write names the version that it replaces. */
  isConditional: boolean
  /** Whether the value is a score. Scores from several servers are combined, so no server wipes the score of another. */
  isScore: boolean
}

/**
 * Checks that a caller may change the data of a player, which makes its game server the holder. The caller has locked the entry.
 *
 * A server that takes the data with a write has not read them since it could, so it would overwrite what another one has saved in the
 * meantime. Such a write is refused, unless it names the version.
 *
 * @throws Refused `conflict`: the player is not in that server, or another server may still save the data; `outdated`
 */
export async function permitSaving(
  trx: Db,
  data: PlayersData,
  server: Caller['server'],
  { now, config, entry, isConditional, isScore }: Saving,
): Promise<void> {
  const leaveSeconds = config.Data.LeaveSeconds
  const stays = await findStays(trx, data, { now, leaveSeconds })
  if (!server) {
    const busy = stays.find((stay) => maySave(stay, now, leaveSeconds))
    if (busy) throw await elsewhere(trx, busy.server)
    return
  }
  const hold = await findHold(trx, data)
  const judged = judgeHold({ stays, hold, server: server.ticket, now, leaveSeconds })
  if (isScore && judged.state !== 'elsewhere') return
  if (judged.state === 'elsewhere' || judged.state === 'waiting') throw await elsewhere(trx, judged.at)
  if (judged.state === 'held') return
  const isUnread = hold !== undefined && hold.server !== server.ticket
  if (isUnread && !isConditional && entry && entry.updated >= judged.stay.verified)
    throw new Refused('data.changed', { version: String(entry.deleted === 1 ? 0 : entry.version) })
  await takeHold(trx, data, server.ticket, now)
}

/** The refusal of a caller without the data of a player. @param at ticket of the game server that may save them */
export const elsewhere = async (db: Db, at: string | null): Promise<Refused> =>
  new Refused('data.player_elsewhere', { server: (await nameServer(db, at)) ?? 'none' })
