import { whyNotModerateContent } from '../../accounts/permit-moderating.ts'
import { type Actor, isModerator } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import { parseNumberedCursor, toPage } from '../../foundation/cursor.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { slugOf } from '../../foundation/slug.ts'
import { findPlace } from '../../places/queries.ts'
import { mayManage } from '../../places/rules.ts'
import { appealsInput } from '../actions/input.ts'
import { listInput } from './input.ts'
import { countOpenPlaceAppeals, findTakedown, listPlaceAppeals, listTakedowns } from './queries.ts'
import { perPage, whyNotDecide } from './rules.ts'

/** Returns the takedown of a place for its owner and for moderators; null for other viewers. */
export async function viewTakedown({ db }: { db: Db }, viewer: Actor, placeId: number) {
  const place = await findPlace(db, placeId)
  if (!place || !mayManage(viewer, place)) return null
  const takedown = await findTakedown(db, placeId)
  const why = await whyNotModerateContent(db, viewer, { what: 'places', ownerId: place.owner_id })
  return {
    /** Whether the viewer may take the place down or put it back. */
    moderates: why === undefined,
    /** Null: it is not moderated. */
    reason: takedown?.reason ?? null,
    since: takedown?.created ?? null,
    appeal:
      takedown === undefined || takedown.appealed === null || takedown.appeal === null
        ? null
        : {
            created: takedown.appealed,
            text: takedown.appeal,
            /** Null: it waits. */
            decided: takedown.decided,
            decision: takedown.decision,
            answer: takedown.answer,
          },
    mayAppeal: takedown !== undefined && takedown.appealed === null && place.owner_id === viewer.id,
    /** Whether the place is down because its owner's account is terminated. */
    ownerTerminated: place.taken_down === 1 && place.visibility === 'Visible',
  }
}

export type ViewedTakedown = NonNullable<Awaited<ReturnType<typeof viewTakedown>>>

/** Lists places that are moderated. @throws Refused `forbidden` below level 4; `invalid` for a cursor that is none. */
export async function viewTakedowns({ db }: { db: Db }, actor: Actor, input: unknown) {
  permit(actor)
  const { cursor, ...filter } = parseInput(listInput, input)
  const after = parseNumberedCursor(cursor)
  const found = await listTakedowns(db, filter, { after, limit: perPage + 1 })
  const { rows, next } = pageOf(found)
  return {
    places: rows.map(
      ({ placeId, name, icon, ownerUsername, takenDown, reason, moderator, appealed, decided }) => ({
        id: placeId,
        name,
        slug: slugOf(name),
        icon,
        ownerUsername,
        takenDown,
        reason,
        moderator,
        /** Whether an appeal waits. */
        appealed: appealed !== null && decided === null,
      }),
    ),
    next,
  }
}

/**
 * Lists open appeals, the oldest first; with `state` `Decided` decided ones, the newest decision first.
 *
 * @throws Refused `forbidden` below level 4; `invalid` for a cursor that is none.
 */
export async function viewPlaceAppeals({ db }: { db: Db }, actor: Actor, input: unknown) {
  permit(actor)
  const { state, cursor } = parseInput(appealsInput, input)
  const after = parseNumberedCursor(cursor)
  const found = await listPlaceAppeals(db, state === 'Decided', { after, limit: perPage + 1 })
  const { rows, next } = pageOf(found)
  return {
    state,
    appeals: rows.map(({ placeId, owner_id, ownerLevel, moderator_id, created: _, ...appeal }) => ({
      ...appeal,
      id: placeId,
      text: appeal.text ?? '',
      slug: slugOf(appeal.name),
      /** Why the viewer cannot decide; null if they can. */
      whyNot: whyNotDecide(actor, { owner_id, ownerLevel, moderator_id }) ?? null,
    })),
    next,
  }
}

export type PlaceAppeal = Awaited<ReturnType<typeof viewPlaceAppeals>>['appeals'][number]

/** Counts the open appeals against takedowns. @throws Refused `forbidden` below level 4 */
export async function countPlaceAppeals({ db }: { db: Db }, actor: Actor): Promise<number> {
  permit(actor)
  return countOpenPlaceAppeals(db)
}

const pageOf = <Row extends { id: number; created: number }>(found: readonly Row[]) =>
  toPage(
    found.map((row) => ({ ...row, placeId: row.id, id: String(row.id) })),
    perPage,
  )

function permit(actor: Actor): void {
  if (!isModerator(actor)) throw new Refused('forbidden', 'Only moderators see takedowns')
}
