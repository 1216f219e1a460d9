import { type Clock, day } from '@baseplate/service/clock'
import { useCase } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import { startOfUnit } from '../foundation/calendar.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { slugOf } from '../foundation/slug.ts'
import { findPlace, type PlaceRow } from '../places/door.ts'
import { mayManage, maySee, placeNotFound } from '../places/rules.ts'
import { priceOfNext } from './create.ts'
import { viewBadgeInput, viewBadgesInput } from './input.ts'
import { requireBadge } from './managed.ts'
import { type BadgeRow, countAwards, findAward, listBadges } from './queries.ts'
import { rarityOf, waitingIdOf } from './rules.ts'

interface Viewing {
  db: Db
  now: Clock
}

/** A badge in a list of badges of its place. */
export interface BadgeListing {
  id: number
  name: string
  description: string
  /** Beginning of the picture's hash; null: none is shown. */
  icon: string | null
  /** Whether games can no longer award it. */
  disabled: boolean
  /** When the viewer won it, in Unix milliseconds; null: not yet. */
  won: number | null
  /** Players who have it. */
  awarded: number
  /** Share of the players of the place who have it, from 0 to 1; null: nobody has played the place. */
  rarity: number | null
}

const listingOf = (badge: BadgeRow & { won: number | null; players: number }): BadgeListing => ({
  id: badge.id,
  name: badge.name,
  description: badge.description,
  icon: badge.icon,
  disabled: badge.disabled === 1,
  won: badge.won,
  awarded: badge.award_count,
  rarity: rarityOf(badge.award_count, badge.players),
})

/** Lists the first badges of a place, and says whether there are more. */
export async function viewBadgesOf(
  db: Db,
  viewer: Actor,
  placeId: number,
  limit: number,
): Promise<{ badges: BadgeListing[]; more: boolean }> {
  const rows = await listBadges(db, placeId, viewer.id, limit + 1)
  const badges = rows.slice(0, limit).map(listingOf)
  return { badges, more: rows.length > limit }
}

const headOf = (place: PlaceRow, viewer: Actor) => ({
  id: place.id,
  name: place.name,
  slug: slugOf(place.name),
  isOwner: place.owner_id === viewer.id,
  /** Whether the viewer may change the badges. */
  manages: mayManage(viewer, place),
})

async function requireSeen(
  db: Db,
  viewer: Actor,
  { id, privateServer }: { id: number; privateServer?: string | undefined },
): Promise<PlaceRow> {
  const place = await findPlace(db, id)
  if (!place || !maySee(viewer, place, privateServer)) throw placeNotFound()
  return place
}

/** @throws Refused `missing`: the place does not exist, or the viewer does not see it */
export const viewBadges = useCase(
  { summary: 'Returns the badges of a game.', scope: 'read', input: viewBadgesInput },
  async (platform: Viewing & { config: Pick<Config, 'Badges'> }, viewer, input) => {
    const place = await requireSeen(platform.db, viewer, input)
    const head = headOf(place, viewer)
    const [rows, next] = await Promise.all([
      listBadges(platform.db, place.id, viewer.id),
      head.isOwner ? priceOfNext(platform, place) : null,
    ])
    return {
      ...head,
      badges: rows.map(listingOf),
      /** The price of the owner's next badge in micro-units, the free badges of today, and the room for further badges. */
      next,
    }
  },
)

/** @throws Refused `missing` */
export const viewBadge = useCase(
  {
    summary: 'Returns a badge of a game, with how many players have won it.',
    scope: 'read',
    input: viewBadgeInput,
  },
  async ({ db, now }: Viewing, viewer, { badge: badgeId, ...input }) => {
    const place = await requireSeen(db, viewer, input)
    const badge = await requireBadge(db, place.id, badgeId)
    const today = startOfUnit('day', now())
    const [won, awardedYesterday] = await Promise.all([
      findAward(db, badgeId, viewer.id),
      countAwards(db, badgeId, { from: today - day, to: today }),
    ])
    const head = headOf(place, viewer)
    const { id, waiting, waiting_since } = badge
    return {
      ...head,
      badge: {
        ...listingOf({ ...badge, won: won?.awarded ?? null, players: place.visitor_count }),
        /** Players who won it on the day before, in UTC. */
        awardedYesterday,
        created: badge.created,
      },
      /** The picture that waits for review, for people who manage the place; null: none. */
      waiting:
        head.manages && waiting !== null
          ? { id: waitingIdOf({ id, waiting }), kind: 'icon' as const, since: waiting_since ?? 0 }
          : null,
    }
  },
)
