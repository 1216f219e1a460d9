import { findByNumber, noSuchUser } from '@baseplate/platform/accounts/door'
import { parsePlayerNumber } from '@baseplate/platform/accounts/numbers/rules'
import type { Platform } from '@baseplate/platform/platform'
import type { HonoRequest } from 'hono'

/**
 * Returns the player whom a call names, by `userId` or by `username`.
 *
 * @throws Refused `missing`: there is no such player.
 */
export async function namedPlayer(
  { db, appearances }: Pick<Platform, 'db' | 'appearances'>,
  request: HonoRequest,
): Promise<{ id: string; username: string }> {
  const written = request.query('userid')
  const username = request.query('username')
  if (written === undefined && username !== undefined)
    return { id: await appearances.userIdOf(username), username }
  const number = parsePlayerNumber(written)
  const player = number === undefined ? undefined : await findByNumber(db, number)
  if (!player) throw noSuchUser()
  return player
}
