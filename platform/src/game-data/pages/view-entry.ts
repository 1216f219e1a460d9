import { findByNumbers, useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { findEntry } from '../entries/queries.ts'
import { type Reading, readEntry } from '../entries/read.ts'
import { findStays } from '../holds/queries.ts'
import { maySave } from '../holds/rules.ts'
import { permitViewing, requireViewed } from '../looks/permit.ts'
import { recordLook } from '../looks/queries.ts'
import { type EntryName, playerScope } from '../rules.ts'
import { type ComparedLine, compareLines } from './differences.ts'
import { entryViewInput } from './input.ts'
import { pageOf } from './page-of.ts'
import { laidOut, type ShownValue, shownValue } from './shown-value.ts'
import type { NamedPlayer } from './view-player.ts'

const versionsPerPage = 50

/** A version of an entry that is kept. */
export interface KeptVersion {
  /** Its number. */
  version: string
  /** When it was written. Unix milliseconds. */
  written: number
  /** Bytes of its value. */
  bytes: number
  /** When it is removed. Unix milliseconds. Null: it is the current one. */
  expires: number | null
}

/** Two versions that are compared. */
export interface Comparison {
  /** The first version. */
  from: string
  /** The second version. */
  to: string
  /** Its lines. Null: a value is too large. */
  lines: ComparedLine[] | null
}

/** @throws Refused as `requireViewed`; `missing`: no such entry or version; `busy` */
export const viewDataEntry = useCase(
  {
    summary:
      'Returns an entry of the data of a game: its value, laid out with a line for each member, its versions that are kept, and a comparison of two of them.',
    scope: 'data:read',
    permit: permitViewing,
    input: entryViewInput,
  },
  async (platform: Reading, actor, { id, version, from, to, before, ...name }) => {
    const { db, now } = platform
    const viewed = await requireViewed(db, actor, id)
    const { worldId, place } = viewed
    const entry = await findEntry(db, worldId, name)
    if (!entry) throw new Refused('data.not_found')
    const isPlayers = name.scope === playerScope
    const numbers = (isPlayers ? name.key : entry.players).split(',').filter(Boolean).map(Number)
    if (numbers.length > 0) await recordLook(db, viewed, actor, { action: 'view', subject: name }, now())
    const read = await readShown(platform, worldId, name, entry.deleted === 1 ? version : (version ?? null))
    const { rows: versions, next } = await listKept(db, entry.id, before)
    return {
      ...place,
      /** Its store. */
      store: name.store,
      /** Its scope. */
      scope: name.scope,
      /** Its key within the scope. */
      key: name.key,
      /** When it was created. Unix milliseconds. */
      created: entry.created,
      /** When it was last changed, or was deleted. Unix milliseconds. */
      updated: entry.updated,
      /** Bytes of its current value. */
      bytes: entry.bytes,
      /** The current version. 0: the entry was deleted. */
      current: entry.deleted === 1 ? '0' : String(read?.isCurrent ? read.version : entry.version),
      /** The version that is shown. Null: the entry was deleted. */
      shown: read && String(read.version),
      /** The value that is shown. Null: the entry was deleted. */
      value: read?.value ?? null,
      /** Players whom the entry is about. */
      players: await nameNumbers(db, numbers),
      /** Whether a game server may save the data, so that they cannot be changed here. */
      playing: isPlayers && (await isPlaying(platform, worldId, numbers[0] ?? 0)),
      /** Seconds after a farewell within which the server may still save the data. */
      leaveSeconds: platform.config.Data.LeaveSeconds,
      /** Versions that are kept, the newest first. */
      versions,
      next,
      /** The comparison of two versions. Null: none was asked for. */
      comparison:
        from === undefined || to === undefined ? null : await compare(platform, worldId, name, { from, to }),
    }
  },
)

interface Shown {
  version: number
  isCurrent: boolean
  value: ShownValue
}

/** Reads the value that is shown. @param version null: the current one; undefined: none */
async function readShown(
  platform: Reading,
  worldId: number,
  name: EntryName,
  version: string | null | undefined,
): Promise<Shown | null> {
  if (version === undefined) return null
  const { done, ...read } = await readEntry(
    platform,
    { worldId, server: null },
    name,
    version === null ? undefined : Number(version),
  )
  done()
  return { version: read.version, isCurrent: version === null, value: shownValue(read.value) }
}

async function listKept(db: Db, entryId: string, before: string | undefined) {
  let kept = db
    .selectFrom('data_values')
    .select(['version', 'written', 'bytes', 'expires'])
    .where('entry_id', '=', entryId)
  if (before !== undefined) kept = kept.where('version', '<', Number(before))
  const rows = await kept
    .orderBy('version', 'desc')
    .limit(versionsPerPage + 1)
    .execute()
  const versions: KeptVersion[] = rows.map((row) => ({ ...row, version: String(row.version) }))
  return pageOf(versions, versionsPerPage, (last) => last.version)
}

async function nameNumbers(db: Db, numbers: readonly number[]): Promise<NamedPlayer[]> {
  const accounts = await findByNumbers(db, numbers)
  const names = new Map(accounts.map(({ number, username }) => [number, username]))
  return numbers.map((number) => ({ number, username: names.get(number) ?? null }))
}

async function isPlaying({ db, now, config }: Reading, worldId: number, number: number): Promise<boolean> {
  const [time, leaveSeconds] = [now(), config.Data.LeaveSeconds]
  const stays = await findStays(db, { worldId, number }, { now: time, leaveSeconds })
  return stays.some((stay) => maySave(stay, time, leaveSeconds))
}

async function compare(
  platform: Reading,
  worldId: number,
  name: EntryName,
  { from, to }: { from: string; to: string },
): Promise<Comparison> {
  const texts: (string | null)[] = []
  for (const version of [from, to]) {
    const { done, value } = await readEntry(platform, { worldId, server: null }, name, Number(version))
    texts.push(laidOut(value))
    done()
  }
  const [before, after] = texts
  const lines = typeof before === 'string' && typeof after === 'string' ? compareLines(before, after) : null
  return { from, to, lines }
}
