import { record } from '../../accounts/audit/record.ts'
import type { AuditedAction } from '../../accounts/audit/tables.ts'
import { permitModeratingContent } from '../../accounts/permit-moderating.ts'
import { type Actor, isModerator } from '../../accounts/rules.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { slugOf } from '../../foundation/slug.ts'
import type { Inbox } from '../../notifications/inbox.ts'
import { notify } from '../../notifications/notify.ts'
import { findPlace, type PlaceRow } from '../../places/queries.ts'
import type { TakedownEnforcement } from '../../places/takedown-enforcement.ts'
import { changePlaceVisibility } from '../../places/visibility.ts'
import { moderatePlaceInput } from './input.ts'
import { endTakedown, insertTakedown } from './queries.ts'

export interface TakingDown {
  db: Db
  now: Clock
  inbox: Pick<Inbox, 'wake'>
  takedownEnforcement: Pick<TakedownEnforcement, 'enforce'>
}

/**
 * Takes a place down or puts it back. Only its owner and moderators see a place that is taken down. Nobody can play in it, and
 * its server ends. Repeating a decision changes nothing.
 *
 * @param input `visibility`, `reason`
 * @throws InvalidFields; Refused `missing`; `forbidden` unless the actor is a moderator of a level above the owner's.
 */
export async function moderatePlace(
  platform: TakingDown,
  actor: Actor,
  placeId: number,
  input: unknown,
): Promise<void> {
  const place = await findPlace(platform.db, placeId)
  // A private or taken-down place must look the same as one that does not exist.
  const shown = place && (isModerator(actor) || (place.private_server === 0 && place.taken_down === 0))
  if (!place || !(shown || place.owner_id === actor.id)) throw new Refused('missing', 'Place not found')
  await permitModeratingContent(platform.db, actor, { what: 'places', ownerId: place.owner_id })
  const decision = parseInput(moderatePlaceInput, input)
  const now = platform.now()
  await platform.db.transaction().execute(async (db) => {
    if (decision.visibility === 'Moderated') await takeDown(db, actor, place, decision.reason, now)
    else await putBack(db, actor, place, { action: 'moderateplace', note: `“${place.name}” is back` }, now)
  })
  await afterChange(platform, place)
}

async function takeDown(db: Db, actor: Actor, place: PlaceRow, reason: string, now: number): Promise<void> {
  const { id } = place
  if (!(await changePlaceVisibility(db, id, { from: 'Visible', to: 'Moderated' }))) return
  await insertTakedown(db, { place_id: id, created: now, reason, moderator_id: actor.id })
  const before = { visibility: 'Visible' }
  const after = { visibility: 'Moderated', reason }
  await record(db, { actor, action: 'moderateplace', subject: `place:${id}`, before, after }, now)
  await tellOwner(db, place, 'moderation', `“${place.name}” was taken down: ${reason}`, now)
}

interface PuttingBack {
  action: AuditedAction
  /** Text of the owner's notification. */
  note: string
  /** Further details for the audit log. */
  noted?: { before: object; after: object }
}

/** Puts a place back, and returns whether it was taken down. */
export async function putBack(
  db: Db,
  actor: Actor,
  place: PlaceRow,
  { action, note, noted }: PuttingBack,
  now: number,
): Promise<boolean> {
  const { id } = place
  if (!(await changePlaceVisibility(db, id, { from: 'Moderated', to: 'Visible' }))) return false
  await endTakedown(db, id, now)
  const before = { visibility: 'Moderated', ...noted?.before }
  const after = { visibility: 'Visible', ...noted?.after }
  await record(db, { actor, action, subject: `place:${id}`, before, after }, now)
  await tellOwner(db, place, noted ? 'appeal' : 'moderation', note, now)
  return true
}

/** Notifies the owner in the name of the platform, so that the moderator is not drawn into an argument. */
export async function tellOwner(
  db: Db,
  { id, name, owner_id }: PlaceRow,
  type: 'moderation' | 'appeal',
  note: string,
  now: number,
): Promise<void> {
  const link = `/place/${id}/${slugOf(name)}`
  await notify(db, { recipientId: owner_id, senderId: null, type, note, link }, now)
}

/** Called after the commit of a change. */
export async function afterChange(
  { inbox, takedownEnforcement }: Pick<TakingDown, 'inbox' | 'takedownEnforcement'>,
  { owner_id }: { owner_id: string },
): Promise<void> {
  inbox.wake(owner_id)
  await takedownEnforcement.enforce()
}
