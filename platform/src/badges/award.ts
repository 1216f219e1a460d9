import type { Clock } from '@baseplate/service/clock'
import type { GroupCommit } from '@baseplate/storage/database/group-commit'
import type { Database, Db } from '../foundation/database.ts'
import { Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import type { Caller, DataBudgets } from '../game-data/door.ts'
import { awardInput } from './input.ts'
import { findAwardOfNumber, findBadgeOfWorld, findPlayerIn } from './queries.ts'

interface Awarding {
  groupCommit: GroupCommit<Database>
  now: Clock
  dataBudgets: DataBudgets
}

/** An award, in the words of the news that games show. */
export interface Award {
  /** Whether the player did not have the badge. */
  awarded: boolean
  player: string
  badge: string
  /** Null: the maker's account is deleted. */
  maker: string | null
}

/** Parses the body of an award. @throws Refused `invalid` */
export function parseAward(json: string): { player: number } {
  try {
    return parseInput(awardInput, JSON.parse(json))
  } catch {
    throw new Refused('input.request_invalid')
  }
}

/**
 * Awards a badge of the server's world to a player who is verified in the server. A player wins a badge once, whichever servers award it
 * at the same time.
 *
 * @throws Refused `missing`: no such badge in the world; `conflict`: the badge is disabled, or the player is not verified in the server;
 * `limited`
 */
export async function awardBadge(
  { groupCommit, now, dataBudgets }: Awarding,
  caller: Caller,
  badgeId: number,
  number: number,
): Promise<Award> {
  const { server, worldId } = caller
  if (!server) throw new Refused('badges.not_found')
  await dataBudgets.spend(caller, 'writes')
  return groupCommit(async (db) => {
    const badge = await findBadgeOfWorld(db, worldId, badgeId)
    if (!badge) throw new Refused('badges.not_found')
    if (badge.disabled === 1) throw new Refused('badges.disabled')
    const time = now()
    const player = await findPlayerIn(db, server, number, time)
    if (!player) throw new Refused('badges.player_elsewhere')
    const award = await db
      .insertInto('badge_awards')
      .values({ badge_id: badgeId, user_id: player.id, awarded: time })
      .onConflict((conflict) => conflict.columns(['badge_id', 'user_id']).doNothing())
      .returning('awarded')
      .executeTakeFirst()
    return { awarded: award !== undefined, player: player.username, badge: badge.name, maker: badge.maker }
  })
}

/** Returns whether the account of a number has won a badge of the server's world. */
export async function hasBadge({ db }: { db: Db }, { worldId }: Caller, badgeId: number, number: number) {
  const badge = await findBadgeOfWorld(db, worldId, badgeId)
  return badge !== undefined && (await findAwardOfNumber(db, badgeId, number)) !== undefined
}

/** Returns whether a badge of the server's world cannot be awarded. One that does not exist cannot. */
export async function isBadgeDisabled({ db }: { db: Db }, { worldId }: Caller, badgeId: number) {
  const badge = await findBadgeOfWorld(db, worldId, badgeId)
  return badge === undefined || badge.disabled === 1
}
