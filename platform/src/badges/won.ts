import type { Clock } from '@baseplate/service/clock'
import { looksThrough, recordLookThrough, requireUser, useCase } from '../accounts/door.ts'
import { may } from '../accounts/privacy/rules.ts'
import { parseNumberedCursor, toPage } from '../foundation/cursor.ts'
import type { Db } from '../foundation/database.ts'
import { slugOf } from '../foundation/slug.ts'
import { requireOwner } from '../social/door.ts'
import { wonBadgesInput } from './input.ts'
import { listWon } from './queries.ts'
import { badgesOnProfile, wonPerPage } from './rules.ts'

/** A badge that a player has won. */
export interface WonBadge {
  id: number
  name: string
  /** Beginning of the picture's hash; null: none is shown. */
  icon: string | null
  /** When the player won it, in Unix milliseconds. */
  awarded: number
  place: { id: number; name: string; slug: string }
}

type WonRow = Awaited<ReturnType<typeof listWon>>[number]

const wonOf = ({ id, name, icon, awarded, placeId, placeName }: WonRow): WonBadge => ({
  id,
  name,
  icon,
  awarded,
  place: { id: placeId, name: placeName, slug: slugOf(placeName) },
})

/** Lists the newest badges of a player, and says whether there are more. The caller has checked that the viewer may see them. */
export async function listNewestWon(
  db: Db,
  userId: string,
): Promise<{ badges: WonBadge[]; moreBadges: boolean }> {
  const rows = await listWon(db, userId, { limit: badgesOnProfile + 1 })
  return { badges: rows.slice(0, badgesOnProfile).map(wonOf), moreBadges: rows.length > badgesOnProfile }
}

/** @throws Refused `missing`: no such user; `invalid`: the cursor is malformed */
export const viewWonBadges = useCase(
  {
    summary:
      'Returns a page of the badges that a user has won, the newest first. A list that the user does not share with the viewer is empty and `hidden`.',
    scope: 'read',
    input: wonBadgesInput,
  },
  async ({ db, now }: { db: Db; now: Clock }, viewer, { username, cursor }) => {
    const user = await requireUser(db, username)
    const { id, username: name, portrait } = user
    const page = parseNumberedCursor(cursor)
    if (!may(viewer, await requireOwner(db, viewer.id, id), 'inventory')) {
      if (!looksThrough(viewer, { id, permissionLevel: user.permission_level }))
        return { username: name, portrait, hidden: true, badges: [], next: null }
      await recordLookThrough(db, viewer, user, ['inventory'], now())
    }
    const after = page && { awarded: page.created, id: page.id }
    const read = await listWon(db, id, { limit: wonPerPage + 1, ...(after && { after }) })
    const { rows, next } = toPage(
      read.map((row) => ({ ...row, id: String(row.id), created: row.awarded })),
      wonPerPage,
    )
    return {
      username: name,
      portrait,
      hidden: false,
      badges: rows.map(({ id: badgeId, ...row }) => wonOf({ ...row, id: Number(badgeId) })),
      next,
    }
  },
)
