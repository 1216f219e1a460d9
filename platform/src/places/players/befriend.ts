import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import type { Limit } from '../../foundation/limits.ts'
import type { Inbox } from '../../notifications/door.ts'
import { requestFriendshipInGame } from '../../social/door.ts'
import type { GameServer } from '../servers/require-server.ts'
import { findVerifiedIn } from './queries.ts'

/**
 * Sends a friend request from one player to another on behalf of their game. It changes nothing unless both are verified in this
 * server.
 *
 * @param numbers of the sender and the receiver
 * @throws Refused as `requestFriendshipInGame`
 */
export async function befriendPlayers(
  platform: { db: Db; now: Clock; inbox: Inbox; friendRequestLimit: Limit },
  server: GameServer,
  numbers: readonly [number, number],
): Promise<void> {
  const players = await findVerifiedIn(platform.db, server, numbers)
  const [from, to] = numbers.map((number) => players.get(number))
  if (!from || !to) return
  await requestFriendshipInGame(platform, { id: from.userId, username: from.username }, { id: to.userId })
}
