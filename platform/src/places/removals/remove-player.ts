import type { Clock } from '@baseplate/service/clock'
import type { Transaction } from 'kysely'
import { findUserByName, lockUser, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Database, Db } from '../../foundation/database.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import type { Limit } from '../../foundation/limits.ts'
import type { TextFilter } from '../../foundation/text-filter.ts'
import { deleteBan, putBan } from '../bans/queries.ts'
import { banExpiry, whyNotRemove } from '../bans/rules.ts'
import { permitManaging, recordChange, requireLockedPlace } from '../managed.ts'
import type { PlaceRow } from '../queries.ts'
import { leavePlaceLine } from '../sessions/line.ts'
import { banInput, kickInput, unbanInput } from './input.ts'
import { endPlayingHere } from './queries.ts'

export interface Removing {
  db: Db
  now: Clock
  filterText: TextFilter
  placeBanLimit: Limit
  playerLists: { wake(placeId: number): void }
}

const access = { scope: 'places:write', permit: permitManaging } as const

/**
 * @throws Refused as `permitManaging`; `forbidden`: the player owns the place, or is a moderator; `conflict`: the player is not
 * there; `limited`. InvalidFields
 */
export const kickPlayer = useCase(
  {
    ...access,
    summary: 'Ends the game session of a player in the place. The player may join again.',
    input: kickInput,
  },
  async (platform: Removing, actor, { id, username, reason }): Promise<{ username: string }> => {
    const user = await requireUser(platform.db, username)
    await platform.placeBanLimit.spend(actor.id)
    await remove(platform, { placeId: id, userId: user.id, by: actor, reason, days: undefined })
    return { username: user.username }
  },
)

/** A new ban replaces the one in force. @throws as `kickPlayer`, except that the player may be elsewhere */
export const banPlayer = useCase(
  {
    ...access,
    summary:
      'Bans a player from the place, for a number of days or for ever (0), and ends their game session there. The player sees the reason.',
    input: banInput,
  },
  async (platform: Removing, actor, { id, username, reason, days }): Promise<{ username: string }> => {
    const user = await requireUser(platform.db, username)
    await platform.placeBanLimit.spend(actor.id)
    await remove(platform, { placeId: id, userId: user.id, by: actor, reason, days })
    return { username: user.username }
  },
)

/** @throws Refused as `permitManaging`; `missing`: no ban is in force. InvalidFields */
export const unbanPlayer = useCase(
  { ...access, summary: 'Lifts the ban of a player from the place.', input: unbanInput },
  async (
    { db, now }: Pick<Removing, 'db' | 'now'>,
    actor,
    { id, username },
  ): Promise<{ username: string }> => {
    const user = await requireUser(db, username)
    const time = now()
    await db.transaction().execute(async (trx) => {
      const place = await requireLockedPlace(trx, id)
      if (!(await deleteBan(trx, id, user.id, time))) throw new Refused('places.not_banned')
      const change = { before: { player: user.username }, after: null }
      await recordChange(trx, actor, place, { action: 'unbanplayer', ...change }, time)
    })
    return { username: user.username }
  },
)

interface Removal {
  placeId: number
  userId: string
  /** The owner or moderator who decides; null: the game's server, for the owner. */
  by: Actor | null
  reason: string
  /** Undefined: a kick. 0: for ever. */
  days: number | undefined
}

/**
 * Kicks or bans a player in one transaction. The lock of the user's row decides between it and a join at the same time.
 *
 * @throws Refused as `kickPlayer`
 */
export async function remove(
  { db, now, filterText, playerLists }: Omit<Removing, 'placeBanLimit'>,
  { placeId, userId, by, days, ...removal }: Removal,
): Promise<void> {
  const time = now()
  const reason = filterText(removal.reason)
  await db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userId)
    const place = await requireLockedPlace(trx, placeId)
    const why = user ? whyNotRemove(place, user) : 'accounts.username_unknown'
    if (why !== undefined) throw new Refused(why)
    const wasHere = await endPlayingHere(trx, { placeId, userId, reason }, time)
    if (days === undefined) {
      if (!wasHere) throw new Refused('places.not_playing_here')
    } else {
      await ban(trx, { placeId, userId, by, reason, days }, time)
    }
    if (by && user) await recordRemoval(trx, by, place, { player: user.username, reason, days }, time)
  })
  playerLists.wake(placeId)
}

async function ban(db: Db, { placeId, userId, by, reason, days }: Removal, now: number): Promise<void> {
  await putBan(db, {
    place_id: placeId,
    user_id: userId,
    reason,
    created: now,
    expires: banExpiry(days ?? 0, now),
    banned_by: by?.id ?? null,
  })
  await leavePlaceLine(db, placeId, userId)
}

/** Records what a moderator does in the place of another user. */
const recordRemoval = (
  trx: Transaction<Database>,
  actor: Actor,
  place: PlaceRow,
  after: { player: string; reason: string; days: number | undefined },
  now: number,
) =>
  recordChange(
    trx,
    actor,
    place,
    { action: after.days === undefined ? 'kickplayer' : 'banplayer', before: null, after },
    now,
  )

async function requireUser(db: Db, username: string) {
  const user = await findUserByName(db, username)
  if (!user) throw new InvalidFields({ username: 'accounts.username_unknown' })
  return user
}
