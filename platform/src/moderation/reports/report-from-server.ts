import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import type { Limit } from '../../foundation/limits.ts'
import { findPlayersOf, findRun, findSeenIn, findVerifiedIn, type GameServer } from '../../places/door.ts'
import { evidenceOf } from './evidence.ts'
import { serverReportInput } from './input.ts'
import { storeReport } from './store-report.ts'
import { findUserSubject } from './subjects.ts'

/**
 * Stores a report that a player wrote in a game, about another player of the same game server. The other one may have left.
 *
 * @param body the report, as `serverReportInput`
 * @throws InvalidFields; Refused `forbidden`: the server has verified no such reporter; `missing`: it has never verified the other
 * player; `invalid`: these are one player, or the reporter has an open report about the other; `limited`, as for reports from pages
 */
export async function reportFromServer(
  { db, now, reportLimit }: { db: Db; now: Clock; reportLimit: Limit },
  server: GameServer,
  body: unknown,
): Promise<void> {
  const { reporter: by, reported, category, text: note, chat } = parseInput(serverReportInput, body)
  const reporter = (await findVerifiedIn(db, server, [by])).get(by)
  if (!reporter) throw new Refused('players.session_not_found')
  const player = (await findSeenIn(db, server, [reported])).get(reported)
  const subject = player && (await findUserSubject(db, player.userId))
  if (!subject) throw new Refused('places.player_not_found')
  if (subject.userId === reporter.userId) throw new Refused('reports.own')
  await reportLimit.spend(reporter.userId)
  const lines = chat.toSorted((one, other) => one.at - other.at)
  const players = await findPlayersOf(db, server.placeId, [...new Set(lines.map(({ number }) => number))])
  const run = await findRun(db, server.placeId, server.ticket)
  const evidence = evidenceOf({ id: server.placeId, run: run?.id ?? null }, lines, players)
  const author = { id: reporter.userId, username: reporter.username }
  const stored = await storeReport({ db, now }, author, subject, { category, note, link: '' }, evidence)
  if (!stored) throw new Refused('reports.already')
}
