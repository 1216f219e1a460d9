import { Refused } from '../../foundation/errors.ts'
import type { Caller } from '../caller.ts'
import { type Holding, tryHold } from '../holds/hold.ts'
import { type EntryName, playerScope } from '../rules.ts'
import { type LargeValues, largeValueBytes } from './large-values.ts'
import { findEntry, findValue } from './queries.ts'

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

interface Reading extends Holding {
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
  const { store, scope, key } = name
  if (server && scope === playerScope && version === undefined)
    await tryHold(platform, { worldId, store, number: Number(key) }, server.ticket)
  const entry = await findEntry(platform.db, worldId, name)
  if (!entry || (entry.deleted === 1 && version === undefined)) throw new Refused('data.not_found')
  const isLarge = version !== undefined || entry.bytes > largeValueBytes
  const done = isLarge ? await platform.largeValues.enter() : () => {}
  try {
    // A write may replace the version between the two statements.
    const found = await findValue(platform.db, entry.id, version)
    if (!found) throw new Refused(version === undefined ? 'data.not_found' : 'data.version_not_kept')
    const players = scope === playerScope ? key : entry.players
    return { ...found, created: entry.created, updated: found.written, players, done }
  } catch (error) {
    done()
    throw error
  }
}
