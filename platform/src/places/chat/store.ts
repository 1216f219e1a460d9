import type { Clock } from '@baseplate/service/clock'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { newTimedId } from '../../foundation/ids.ts'
import type { Limit } from '../../foundation/limits.ts'
import { findVerifiedIn } from '../players/queries.ts'
import { findRun } from '../servers/queries.ts'
import type { GameServer } from '../servers/require-server.ts'
import { chatInput } from './input.ts'
import { timeWithin } from './rules.ts'

/**
 * Keeps what verified players said in a game server. Lines of other players are dropped, and all lines while the operator keeps no chat.
 *
 * @param body lines, as `chatInput`
 * @returns the number of lines that are kept.
 * @throws Refused `invalid`: the body has another form, or too many lines; `limited`
 */
export async function storeChat(
  { db, now, config, chatLimit }: { db: Db; now: Clock; config: Pick<Config, 'Players'>; chatLimit: Limit },
  server: GameServer,
  body: unknown,
): Promise<{ kept: number }> {
  const { data: lines } = chatInput.safeParse(body)
  if (!lines) throw new Refused('input.request_invalid')
  await chatLimit.spend(String(server.placeId))
  if (!config.Players.KeepChat) return { kept: 0 }
  const players = await findVerifiedIn(db, server, [...new Set(lines.map(({ number }) => number))])
  const run = await findRun(db, server.placeId, server.ticket)
  const time = now()
  const rows = lines.flatMap(({ number, text, at }) => {
    const player = players.get(number)
    const line = { id: newTimedId(time), place_id: server.placeId, run: run?.id ?? null, text }
    return player && text !== '' ? [{ ...line, user_id: player.userId, at: timeWithin(at, time) }] : []
  })
  if (rows.length > 0) await db.insertInto('chat_lines').values(rows).execute()
  return { kept: rows.length }
}
