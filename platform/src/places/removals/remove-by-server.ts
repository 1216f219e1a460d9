import { findByNumber } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { findPlayersOf } from '../players/queries.ts'
import { findPlace } from '../queries.ts'
import { placeNotFound } from '../rules.ts'
import type { GameServer } from '../servers/require-server.ts'
import { serverBanInput } from './input.ts'
import { hasPlayed } from './queries.ts'
import { type Removing, remove } from './remove-player.ts'

/**
 * Kicks or bans a player from the place of a game server, at the wish of its game. The owner's limit counts it.
 *
 * @param body number of the player, the reason and, for a ban, the days
 * @throws InvalidFields; Refused `missing`: no player with this number has played in the place; otherwise as `kickPlayer`
 */
export async function removeByServer(
  platform: Removing,
  { placeId }: Pick<GameServer, 'placeId'>,
  body: unknown,
): Promise<{ username: string }> {
  const { number, reason, days } = parseInput(serverBanInput, body)
  const place = await findPlace(platform.db, placeId)
  if (!place) throw placeNotFound()
  const player = await findPlayerOf(platform.db, placeId, number)
  if (!player) throw new Refused('places.player_not_found')
  await platform.placeBanLimit.spend(place.owner_id)
  await remove(platform, { placeId, userId: player.id, by: null, reason, days })
  return { username: player.username }
}

/**
 * Finds the player whom a game server knows by a number: the last player with this number in its place within a day. Without one, it is
 * the account with this number, if that has played there.
 */
async function findPlayerOf(
  db: Db,
  placeId: number,
  number: number,
): Promise<{ id: string; username: string } | undefined> {
  const player = (await findPlayersOf(db, placeId, [number])).get(number)
  if (player) return { id: player.userId, username: player.username }
  const account = await findByNumber(db, number)
  return account && (await hasPlayed(db, placeId, account.id)) ? account : undefined
}
