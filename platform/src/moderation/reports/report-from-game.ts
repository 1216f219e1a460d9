import type { Clock } from '@baseplate/service/clock'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import type { Limit } from '../../foundation/limits.ts'
import { plainText } from '../../foundation/plain-text.ts'
import {
  findPlayersOf,
  findPlaying,
  findRun,
  findVerifiedIn,
  type GameServer,
  type NumberedPlayer,
} from '../../places/door.ts'
import { evidenceOf, maxLines, type QuotedLine } from './evidence.ts'
import { maxNoteLength } from './rules.ts'
import { storeReport } from './store-report.ts'
import { findUserSubject } from './subjects.ts'

/** A report that a game sends. Players have the numbers by which the game knows them. */
export interface ChatReport {
  /** Number of the player who reports. */
  reporter: number | undefined
  placeId: number | undefined
  comment: string
  /** Player whom the comment names. */
  named: number | undefined
  /** Lines of chat, in their order. */
  lines: readonly QuotedLine[]
}

/**
 * Reports players from inside a game: the one whom the comment names or, without a name, all others whose lines it quotes. The
 * reporter is a player who is verified in the game server, or who plays in the place and has sent the session's cookie.
 *
 * @param sender the game server, or the user of the session
 * @returns the number of reports. 0: the reporter is not known, or nobody is named who has played there.
 * @throws Refused `limited`, as for reports from pages
 */
export async function reportFromGame(
  platform: { db: Db; now: Clock; reportLimit: Limit },
  sender: { server: GameServer } | { actor: Pick<Actor, 'id' | 'username'> },
  report: ChatReport,
): Promise<number> {
  const { db, now } = platform
  const placeId = 'server' in sender ? sender.server.placeId : report.placeId
  if (placeId === undefined) return 0
  const reporter = await findReporter(platform, sender, { placeId, number: report.reporter })
  if (!reporter) return 0
  const lines = report.lines.slice(-maxLines)
  const authors = [...lines.map(({ number }) => number), report.named].filter(
    (number) => number !== undefined,
  )
  const players = await findPlayersOf(db, placeId, [...new Set(authors)])
  const run = 'server' in sender ? await findRun(db, placeId, sender.server.ticket) : undefined
  const evidence = evidenceOf({ id: placeId, run: run?.id ?? null }, lines, players)
  const reported = namedIn(report, players).filter(({ userId }) => userId !== reporter.id)
  let count = 0
  for (const { userId } of reported) {
    const subject = await findUserSubject(db, userId)
    if (!subject) continue
    await platform.reportLimit.spend(reporter.id)
    const note = plainText(report.comment).trim().slice(0, maxNoteLength)
    const fields = { category: 'Harassment', note, link: '' } as const
    if (await storeReport({ db, now }, reporter, subject, fields, evidence)) count++
  }
  return count
}

async function findReporter(
  { db, now }: { db: Db; now: Clock },
  sender: Parameters<typeof reportFromGame>[1],
  { placeId, number }: { placeId: number; number: number | undefined },
): Promise<{ id: string; username: string } | undefined> {
  if ('actor' in sender) {
    const playing = await findPlaying(db, now(), [sender.actor.id])
    return playing.some(({ id }) => id === placeId) ? sender.actor : undefined
  }
  if (number === undefined) return undefined
  const player = (await findVerifiedIn(db, sender.server, [number])).get(number)
  return player && { id: player.userId, username: player.username }
}

function namedIn(
  { named, lines }: ChatReport,
  players: ReadonlyMap<number, NumberedPlayer>,
): NumberedPlayer[] {
  const numbers = named === undefined ? lines.map(({ number }) => number) : [named]
  const found = numbers.flatMap((number) => (number === undefined ? [] : (players.get(number) ?? [])))
  return [...new Map(found.map((player) => [player.userId, player])).values()]
}
