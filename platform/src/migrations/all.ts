import type { Migrations } from '@baseplate/storage/database/migrate'
import * as initial from './0001-initial.ts'
import * as oneTableOfComments from './0002-one-table-of-comments-after-0002.ts'
import * as countersByTriggers from './0003-counters-by-triggers-after-0003.ts'
import * as playerNumbers from './0004-player-numbers-after-0004.ts'
import * as verifiedPlayers from './0005-verified-players-after-0005.ts'
import * as bansAndEvidence from './0006-bans-and-evidence-after-0006.ts'
import * as clientCalls from './0007-client-calls-after-0007.ts'
import * as clientTickets from './0008-client-tickets-after-0008.ts'
import * as worlds from './0009-worlds-after-0009.ts'
import * as namesOfGames from './0010-names-of-games-after-0010.ts'
import * as gameData from './0011-game-data-after-0011.ts'
import * as restores from './0012-restores-after-0012.ts'
import * as serverMessages from './0013-server-messages-after-0013.ts'
import * as leaderboards from './0014-leaderboards-after-0014.ts'
import * as badges from './0015-badges-after-0015.ts'

/** All migrations, applied in the order of their names. A released migration is never changed. */
export const migrations: Migrations = {
  '0001-initial': initial,
  '0002-one-table-of-comments-after-0002': oneTableOfComments,
  '0003-counters-by-triggers-after-0003': countersByTriggers,
  '0004-player-numbers-after-0004': playerNumbers,
  '0005-verified-players-after-0005': verifiedPlayers,
  '0006-bans-and-evidence-after-0006': bansAndEvidence,
  '0007-client-calls-after-0007': clientCalls,
  '0008-client-tickets-after-0008': clientTickets,
  '0009-worlds-after-0009': worlds,
  '0010-names-of-games-after-0010': namesOfGames,
  '0011-game-data-after-0011': gameData,
  '0012-restores-after-0012': restores,
  '0013-server-messages-after-0013': serverMessages,
  '0014-leaderboards-after-0014': leaderboards,
  '0015-badges-after-0015': badges,
}

/** Tables of SQLite's search index, which finds accounts by number. A copy to PostgreSQL leaves them out. */
export const sqliteOnlyTables: readonly string[] = ['user_numbers']
