import { Refused } from '../../foundation/errors.ts'
import type { Caller } from '../caller.ts'
import { type Holding, tryHold } from '../holds/hold.ts'
import { type EntryName, maxValueBytes, playerScope } from '../rules.ts'
import { type LargeValues, largeValueBytes } from './large-values.ts'
import { type Entry, findEntry, findValue } from './queries.ts'

/** A value with what is known of it. */
export interface ReadEntry {
  /** JSON, as it was sent. */
  value: string
  version: number
  created: number
  updated: number
  /** Numbers of the players whom the entry is about, separated by commas. */
  players: string
}

export interface Reading extends Holding {
  largeValues: LargeValues
}

/**
 * Reads an entry. A read of a player's data by the game server where the player is makes it the holder, if no other server may still
 * save them.
 *
 * @param version a version that is kept; undefined: the current one
 * @returns the entry, and `done`, which the caller calls when the value need not be in memory any more.
 * @throws Refused `missing`; `busy`: too many large values are in memory
 */
export async function readEntry(
  platform: Reading,
  { worldId, server }: Pick<Caller, 'worldId' | 'server'>,
  name: EntryName,
  version?: number,
): Promise<ReadEntry & { done: () => void }> {
  if (version === undefined) await holdToRead(platform, { worldId, server }, name)
  const entry = await findEntry(platform.db, worldId, name)
  if (!entry || (entry.deleted === 1 && version === undefined)) throw new Refused('data.not_found')
  const isLarge = version !== undefined || entry.bytes > largeValueBytes
  const done = isLarge ? await platform.largeValues.enter() : () => {}
  try {
    // A write may replace the version between the two statements.
    const found = await findValue(platform.db, entry.id, version)
    if (!found) throw new Refused(version === undefined ? 'data.not_found' : 'data.version_not_kept')
    const players = name.scope === playerScope ? name.key : entry.players
    return { ...found, created: entry.created, updated: found.written, players, done }
  } catch (error) {
    done()
    throw error
  }
}

/**
 * Reads several entries, as `readEntry` does. Undefined: there is no value.
 *
 * @returns the values in the order of the names, and `done`, as `readEntry` does.
 * @throws Refused `oversize`: they are too large together; `busy`
 */
export async function readEntries(
  platform: Reading,
  caller: Pick<Caller, 'worldId' | 'server'>,
  names: readonly EntryName[],
): Promise<{ values: (string | undefined)[]; done: () => void }> {
  const entries: (Entry | undefined)[] = []
  for (const name of names) {
    await holdToRead(platform, caller, name)
    entries.push(await findEntry(platform.db, caller.worldId, name))
  }
  const bytes = entries.reduce((sum, entry) => sum + (entry?.bytes ?? 0), 0)
  if (bytes > maxValueBytes) throw new Refused('data.read_too_large', { max: maxValueBytes })
  // One slot for all values, so that no two requests wait for each other.
  const done = bytes > largeValueBytes ? await platform.largeValues.enter() : () => {}
  try {
    const values: (string | undefined)[] = []
    for (const entry of entries) values.push(entry && (await findValue(platform.db, entry.id))?.value)
    return { values, done }
  } catch (error) {
    done()
    throw error
  }
}

async function holdToRead(
  platform: Holding,
  { worldId, server }: Pick<Caller, 'worldId' | 'server'>,
  { store, scope, key }: EntryName,
): Promise<void> {
  if (server && scope === playerScope)
    await tryHold(platform, { worldId, store, number: Number(key) }, server.ticket)
}
