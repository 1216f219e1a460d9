import { sql } from 'kysely'
import type { Db } from '../foundation/database.ts'
import type { Exports, Listing } from '../foundation/exports.ts'
import { playerScope } from './rules.ts'

/** Values of an export that are in memory at once. */
const valuesPerRead = 10

const numberOf = (userId: string) => sql`(select number from player_numbers where user_id = ${userId})`

/** Ids of entries that are about this player only. */
const ownEntries = (userId: string) => sql`
  select id from data_entries
  where scope = ${sql.lit(playerScope)} and key = cast(${numberOf(userId)} as text)
  union all
  select entry_id from data_players as own
  where own.number = ${numberOf(userId)} and not exists (
    select 1 from data_players as other where other.entry_id = own.entry_id and other.number <> own.number)`

const entries: Listing = {
  name: 'data',
  table: 'data_entries',
  owner: [],
  key: ['id'],
  show: ['id', 'world_id', 'store', 'scope', 'key', 'version', 'created', 'updated', 'players'],
  people: {},
  isOf: (userId) => sql<boolean>`deleted = 0 and id in (${ownEntries(userId)})`,
}

const values: Listing = {
  name: 'data_values',
  table: 'data_values',
  owner: [],
  key: ['entry_id', 'version'],
  show: ['entry_id', 'version', 'written', 'value'],
  people: {},
  rowsPerRead: valuesPerRead,
  isOf: (userId) => sql<boolean>`expires is null and entry_id in (${ownEntries(userId)})`,
}

/** Everything that games keep about a player. An entry and its value have the same id and version. */
export const exports: Exports<{ db: Db }> = { rows: { games: [entries, values] } }
