import type { Clock } from '@baseplate/service/clock'
import { sql } from 'kysely'
import { findByNumber, findUserByName, numbersOf, useCase } from '../../accounts/door.ts'
import { parsePlayerNumber } from '../../accounts/numbers/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { permitViewing, requireViewed } from '../looks/permit.ts'
import { recordLook } from '../looks/queries.ts'
import { type EntryName, maxPageSize, playerScope } from '../rules.ts'
import { playerInput } from './input.ts'

/** A player by number. */
export interface NamedPlayer {
  /** Number by which games know the player. */
  number: number
  /** Null: the account is deleted, or there is none with this number. */
  username: string | null
}

/** An entry of a player. */
export interface PlayersEntry extends EntryName {
  /** When it was last changed, or was deleted. Unix milliseconds. */
  updated: number
  /** Bytes of its value. */
  bytes: number
  /** Whether it was deleted. */
  deleted: boolean
}

/** @throws Refused as `requireViewed`; InvalidFields `player`: there is no such player */
export const viewPlayersData = useCase(
  {
    summary:
      'Finds a player by username or number. Lists up to 100 entries of the scope `player` with the number of the player, and up to 100 entries that name the player.',
    scope: 'data:read',
    permit: permitViewing,
    input: playerInput,
  },
  async ({ db, now }: { db: Db; now: Clock }, actor, { id, player: text }) => {
    const viewed = await requireViewed(db, actor, id)
    const { place } = viewed
    const player = text === '' ? null : await findPlayer(db, text)
    const [own, named] = player
      ? await Promise.all([
          listOwn(db, viewed.worldId, player.number),
          listNaming(db, viewed.worldId, player.number),
        ])
      : [[], []]
    if (player) {
      const subject = { store: null, scope: playerScope, key: String(player.number) }
      await recordLook(db, viewed, actor, { action: 'search', subject }, now())
    }
    return {
      ...place,
      /** The player. Null: none was looked for. */
      player,
      /** Entries of the scope `player` with the number of the player. */
      own,
      /** Entries of other scopes that name the player. */
      named,
    }
  },
)

/** Digits are a number, although a username may have nothing else. @throws InvalidFields `player` */
async function findPlayer(db: Db, text: string): Promise<NamedPlayer> {
  const number = parsePlayerNumber(text)
  if (number !== undefined) return { number, username: (await findByNumber(db, number))?.username ?? null }
  const user = await findUserByName(db, text)
  const found = user && (await numbersOf(db, [user.id])).get(user.id)
  if (!user || found === undefined) throw new InvalidFields({ player: 'accounts.username_unknown' })
  return { number: found, username: user.username }
}

const entries = (db: Db, worldId: number) =>
  db
    .selectFrom('data_entries')
    .select(['store', 'scope', 'data_entries.key', 'updated', 'bytes', 'deleted'])
    .where('world_id', '=', worldId)
    .orderBy('store')
    .orderBy('scope')
    .orderBy('data_entries.key')
    .limit(maxPageSize)

async function listOwn(db: Db, worldId: number, number: number): Promise<PlayersEntry[]> {
  const rows = await entries(db, worldId)
    .where('scope', '=', sql.lit(playerScope))
    .where('key', '=', String(number))
    .execute()
  return rows.map(asPlayersEntry)
}

async function listNaming(db: Db, worldId: number, number: number): Promise<PlayersEntry[]> {
  const rows = await entries(db, worldId)
    .innerJoin('data_players', 'data_players.entry_id', 'data_entries.id')
    .where('data_players.number', '=', number)
    .execute()
  return rows.map(asPlayersEntry)
}

const asPlayersEntry = ({ deleted, ...entry }: Omit<PlayersEntry, 'deleted'> & { deleted: number }) => ({
  ...entry,
  deleted: deleted === 1,
})
