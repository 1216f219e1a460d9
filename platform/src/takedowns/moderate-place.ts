import { permitModeratingContent } from '../accounts/permit-moderating.ts'
import { type Actor, isModerator } from '../accounts/rules.ts'
import { record } from '../audit/record.ts'
import type { AuditedAction } from '../audit/tables.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import { slugOf } from '../foundation/slug.ts'
import type { Inbox } from '../notifications/inbox.ts'
import { notify } from '../notifications/notify.ts'
import type { TakedownEnforcement } from '../places/end-taken-down.ts'
import { findPlace, type PlaceRow } from '../places/queries.ts'
import { changePlaceVisibility } from '../places/visibility.ts'
import { moderatePlaceInput } from './input.ts'
import { endTakedown, insertTakedown } from './queries.ts'

export interface TakingDown {
  db: Db
  now: Clock
  inbox: Pick<Inbox, 'wake'>
  takedownEnforcement: Pick<TakedownEnforcement, 'enforce'>
}

/**
 * Takes a place down or puts it back. Nobody but its owner and moderators sees a place that is taken down, nobody plays in it,
 * and its server ends. A place that is already so stays as it is.
 *
 * @param input `visibility`, `reason`
 * @throws InvalidFields; Refused `missing`; `forbidden`: for level 4 and higher, of a level above the owner's.
 */
export async function moderatePlace(
  platform: TakingDown,
  actor: Actor,
  placeId: number,
  input: unknown,
): Promise<void> {
  const place = await findPlace(platform.db, placeId)
  // Whether a place that is private or taken down exists is nobody else's business.
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
  /** What the owner is told. */
  note: string
  /** What the audit log keeps besides. */
  noted?: { before: object; after: object }
}

/** Returns whether the place was taken down until then. */
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

/** Tells in the name of the platform, so that nobody argues with whoever decided. */
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

/** Follows the commit of a change. */
export async function afterChange(
  { inbox, takedownEnforcement }: Pick<TakingDown, 'inbox' | 'takedownEnforcement'>,
  { owner_id }: { owner_id: string },
): Promise<void> {
  inbox.wake(owner_id)
  await takedownEnforcement.enforce()
}
