import { useCase, whyNotModerateContent } from '../../accounts/door.ts'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { type Cursor, parseCursor, toPage } from '../../foundation/cursor.ts'
import type { Db } from '../../foundation/database.ts'
import { findPlace } from '../../places/door.ts'
import { mayManage } from '../../places/rules.ts'
import { describeTakenDown } from './describe-taken-down.ts'
import { listInput } from './input.ts'
import { listTakedowns, listTakedownsOf } from './queries.ts'
import { perPage, takedownLists } from './rules.ts'
import { ownAppeal } from './view-appeal.ts'

/** Returns the takedown of a place for its owner and for moderators; null for other viewers. */
export async function viewTakedown({ db }: { db: Db }, viewer: Actor, placeId: number) {
  const place = await findPlace(db, placeId)
  if (!place || !mayManage(viewer, place)) return null
  const [takedown] = await listTakedownsOf(db, 'place', [String(placeId)])
  const appeal = takedown ? ownAppeal(takedown) : null
  const why = await whyNotModerateContent(db, viewer, { what: 'places', ownerId: place.owner_id })
  return {
    /** Whether the viewer may take the place down or put it back. */
    moderates: why === undefined,
    /** Null: it is not moderated. */
    reason: takedown?.reason ?? null,
    since: takedown?.created ?? null,
    appeal,
    mayAppeal: takedown !== undefined && appeal === null && place.owner_id === viewer.id,
    /** Whether the place is down only because its owner's account is terminated or deleted. */
    ownerGone: place.taken_down === 1 && place.visibility === 'Visible',
  }
}

export type ViewedTakedown = NonNullable<Awaited<ReturnType<typeof viewTakedown>>>

const isBefore = (one: Cursor, other: Cursor): boolean =>
  one.created === other.created ? one.id < other.id : one.created < other.created

/** @throws Refused `invalid` for an unknown cursor */
export const viewTakedowns = useCase(
  {
    summary: 'Lists content that is taken down.',
    scope: 'moderate',
    level: permissionLevel.moderator,
    input: listInput,
  },
  async ({ db }: { db: Db }, actor, { cursor, about, ...filter }) => {
    const after = parseCursor(cursor)
    // The index begins with the type, so each type is read by itself.
    const read = await Promise.all(
      takedownLists[about].map((type) => listTakedowns(db, [type], filter, { after, limit: perPage + 1 })),
    )
    const first = filter.sort === 'newest' ? -1 : 1
    const found = read.flat().toSorted((one, other) => (isBefore(one, other) ? -first : first))
    const { rows, next } = toPage(found.slice(0, perPage + 1), perPage)
    const described = await Promise.all(rows.map((row) => describeTakenDown(db, actor, row)))
    const takedowns = rows.flatMap(({ created, reason, owner, moderator, appealed, decided }, index) => {
      const content = described[index]
      if (!content) return []
      return {
        ...content,
        ownerUsername: owner,
        takenDown: created,
        reason,
        moderator,
        /** Whether an appeal is open. */
        appealed: appealed !== null && decided === null,
      }
    })
    return { about, takedowns, next }
  },
)
