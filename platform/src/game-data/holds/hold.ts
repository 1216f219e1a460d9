import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, second } from '@baseplate/service/clock'
import type { GroupCommit } from '@baseplate/storage/database/group-commit'
import type { Config } from '../../foundation/config/schema.ts'
import type { Database, Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Caller } from '../caller.ts'
import { lockEntries } from '../queries.ts'
import { playerScope } from '../rules.ts'
import { elsewhere } from './permit-saving.ts'
import { findHold, findStays, type PlayersData, releaseHold, takeHold } from './queries.ts'
import { type Judged, judgeHold } from './rules.ts'

/** A server that waits for the data of a player asks at this interval. */
const askAgainMs = second / 4

export interface Holding {
  db: Db
  groupCommit: GroupCommit<Database>
  now: Clock
  config: Pick<Config, 'Data'>
}

/**
 * Makes the game server of a caller the holder of a player's data, if it may have them at once. A plain read does this, so that the
 * server that read last is the one whose save another server waits for.
 *
 * @returns how the data stand for the server.
 */
export async function tryHold(
  { db, groupCommit, now, config }: Holding,
  data: PlayersData,
  server: string,
): Promise<Judged> {
  const judge = async (handle: Db) => {
    const [time, leaveSeconds] = [now(), config.Data.LeaveSeconds]
    const stays = await findStays(handle, data, { now: time, leaveSeconds })
    return judgeHold({ stays, hold: await findHold(handle, data), server, now: time, leaveSeconds })
  }
  const judged = await judge(db)
  if (judged.state !== 'free') return judged
  return groupCommit(async (trx) => {
    await lockEntries(trx, data.worldId, [
      { store: data.store, scope: playerScope, key: String(data.number) },
    ])
    const decided = await judge(trx)
    if (decided.state === 'free') await takeHold(trx, data, server, now())
    return decided
  })
}

/**
 * Waits until the game server of a caller has the data of a player: until the server before has released them or has ended, or the time
 * within which it may save them is over.
 *
 * @throws Refused `conflict`: the player is not in the caller's server, or the time to wait is over; `forbidden`: the caller is no server
 */
export async function waitForHold(
  platform: Holding,
  data: PlayersData,
  { server }: Pick<Caller, 'server'>,
  { waitSeconds, signal }: { waitSeconds: number; signal: AbortSignal },
): Promise<void> {
  if (!server) throw new Refused('data.servers_only')
  const until = platform.now() + waitSeconds * second
  for (;;) {
    const judged = await tryHold(platform, data, server.ticket)
    if (judged.state === 'held' || judged.state === 'free') return
    if (judged.state === 'elsewhere' || platform.now() >= until || signal.aborted)
      throw (await elsewhere(platform.db, judged.at)).retryIn(1)
    await pause(askAgainMs, undefined, { signal }).catch(() => {})
  }
}

/** Releases the data of a player, so that another server need not wait. @throws Refused `forbidden`: the caller is no server */
export async function releasePlayersData(
  { db, now }: Pick<Holding, 'db' | 'now'>,
  data: PlayersData,
  { server }: Pick<Caller, 'server'>,
): Promise<void> {
  if (!server) throw new Refused('data.servers_only')
  await releaseHold(db, data, server.ticket, now())
}
