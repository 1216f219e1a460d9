import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { newTimedId } from '../../foundation/ids.ts'
import type { Caller } from '../caller.ts'
import { permitSaving } from '../holds/permit-saving.ts'
import { changeScore, findBoardOf } from '../leaderboards/change-score.ts'
import {
  type EntryName,
  keepsFormer,
  minuteOf,
  playerScope,
  storedNumberOf,
  versionAfter,
  versionLifetime,
  writesPerMinute,
} from '../rules.ts'
import { addBytes, countBytes, type Entry, findEntry, findKind, findValue, storePlayers } from './queries.ts'
import { type Change, meetsCondition, valueAfter } from './rules.ts'

/** Result of a change. */
export interface Changed {
  version: number
  /** JSON of the value. Null: deleted. */
  value: string | null
  /** Whether the value is a score, which the leaderboard of the store decides. */
  isScore: boolean
}

interface Changing {
  now: number
  config: Pick<Config, 'Data'>
}

/**
 * Changes an entry. The caller has locked it, and aborts the transaction on an error.
 *
 * @throws Refused `missing`: there is nothing to delete; `outdated`: a condition is not met; `conflict`: the player is elsewhere, or the
 * value is no number; `limited`; `oversize`: the world is full
 */
export async function changeEntry(
  trx: Db,
  { worldId, server }: Pick<Caller, 'worldId' | 'server'>,
  name: EntryName,
  change: Change,
  { now, config }: Changing,
): Promise<Changed> {
  const found = await findEntry(trx, worldId, name)
  const present = found?.deleted === 0 ? found.version : 0
  const board = await findBoardOf(trx, { worldId, name, change })
  if (name.scope === playerScope) {
    const data = { worldId, store: name.store, number: Number(name.key) }
    const isConditional = change.ifVersion !== undefined || change.ifAbsent === true
    const isScore = board !== undefined
    await permitSaving(trx, data, server, { now, config, entry: found, isConditional, isScore })
  }
  if (!meetsCondition(change, present)) throw new Refused('data.changed', { version: String(present) })
  if (change.op === 'delete' && present === 0) throw new Refused('data.not_found')
  const former = found && present > 0 ? await formerOf(trx, found, change) : null
  const changed = valueAfter(change, former)
  const score = await changeScore(trx, board, { worldId, name, change }, now)
  const value = score ?? changed
  if (value !== null) await requireNumberInOrdered(trx, worldId, name.store, value)
  const entry = found ?? newEntry(worldId, name, now)
  const next = { ...entry, ...(await nextOf(entry, change, value, now)) }
  const growth = next.bytes - (present > 0 ? entry.bytes : 0)
  if (growth > 0 && (await countBytes(trx, worldId)) + growth > config.Data.BytesPerWorld)
    throw new Refused('data.full', { max: config.Data.BytesPerWorld })
  const keeps = (change.op === 'put' && change.keeps === true) || keepsFormer(entry.updated, now)
  await store(trx, { entry, next, value, isNew: !found, keeps, now })
  await addBytes(trx, next, growth)
  if (name.scope !== playerScope && next.players !== entry.players)
    await storePlayers(trx, next.id, next.players.split(',').filter(Boolean).map(Number))
  return { version: next.version, value, isScore: score !== null }
}

/** Only increments need the former value. */
const formerOf = async (trx: Db, { id }: Entry, { op }: Change): Promise<string | null> =>
  op === 'increment' ? ((await findValue(trx, id))?.value ?? null) : null

/** @throws Refused `conflict`: the store is one of numbers, and the value is none */
async function requireNumberInOrdered(
  trx: Db,
  worldId: number,
  storeName: string,
  value: string,
): Promise<void> {
  if (storedNumberOf(value) === null && (await findKind(trx, worldId, storeName)) === 'ordered')
    throw new Refused('data.not_number')
}

const newEntry = (worldId: number, { store, scope, key }: EntryName, now: number): Entry => ({
  id: newTimedId(now),
  world_id: worldId,
  store,
  scope,
  key,
  version: 0,
  created: now,
  updated: now,
  deleted: 1,
  bytes: 0,
  number: null,
  players: '',
  minute: 0,
  minute_writes: 0,
})

/** Returns the columns of an entry after a change. @throws Refused `limited`: too many writes within a minute */
function nextOf(entry: Entry, change: Change, value: string | null, now: number) {
  const minute = minuteOf(now)
  const writes = entry.minute === minute ? entry.minute_writes + 1 : 1
  if (writes > writesPerMinute)
    throw new Refused('data.key_budget').retryIn(60 - (Math.floor(now / 1_000) % 60))
  const players = change.op === 'delete' ? undefined : change.players
  return {
    version: versionAfter(entry.version, now),
    created: entry.deleted === 1 ? now : entry.created,
    updated: now,
    deleted: value === null ? 1 : 0,
    bytes: value === null ? 0 : Buffer.byteLength(value),
    number: value === null ? null : storedNumberOf(value),
    players: players?.join(',') ?? entry.players,
    minute,
    minute_writes: writes,
  }
}

interface Storing {
  entry: Entry
  next: Entry
  value: string | null
  isNew: boolean
  /** Whether the former value stays as a version. That of a deleted entry always does. */
  keeps: boolean
  now: number
}

/** Stores an entry with its value. The former value is kept, or replaced. */
async function store(trx: Db, { entry, next, value, isNew, keeps, now }: Storing): Promise<void> {
  const { id, ...columns } = next
  if (isNew) await trx.insertInto('data_entries').values(next).execute()
  else await trx.updateTable('data_entries').set(columns).where('id', '=', id).execute()
  const row =
    value === null ? null : { version: next.version, value, bytes: next.bytes, written: now, expires: null }
  const former = trx
    .updateTable('data_values')
    .where('entry_id', '=', id)
    .where('version', '=', entry.version)
  if (entry.deleted === 0) {
    if (row && !keeps) return void (await former.set(row).execute())
    await former.set({ expires: now + versionLifetime }).execute()
  }
  if (row)
    await trx
      .insertInto('data_values')
      .values({ entry_id: id, ...row })
      .execute()
}
