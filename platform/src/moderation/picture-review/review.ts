import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import { permitModeratingContent, useCase } from '../../accounts/door.ts'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { decideBadgePicture } from '../../badges/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { type Happening, type Inbox, notify } from '../../notifications/door.ts'
import { lockGroup, setGroupIcon } from '../../people/door.ts'
import { groupIconName } from '../../people/groups/rules.ts'
import { deleteWaitingOf, lockPlace, settleShown, showPicture } from '../../places/door.ts'
import { pictureSourceName } from '../../places/pictures/rules.ts'
import { waitingPictureName } from '../../places/pictures/waiting/rules.ts'
import { reviewing } from '../asset-review/rules.ts'
import { recordDecision } from '../record-decision.ts'
import { approvePictureInput, refusePictureInput } from './input.ts'
import { findWaitingPicture } from './queries.ts'
import { pagePath, uploadPath, type WaitingPicture } from './rules.ts'

interface Reviewing {
  db: Db
  files: Files
  now: Clock
  inbox: Pick<Inbox, 'wake'>
}

/**
 * The picture replaces the icon of its game or group, or becomes the last picture of its game. Its owner is notified.
 *
 * @throws Refused `forbidden`; `invalid`: the picture no longer waits, because it was decided, replaced or withdrawn.
 */
export const approvePicture = useCase(
  {
    ...reviewing,
    summary: 'Shows a picture of a game, a badge or a group that waits for review.',
    input: approvePictureInput,
  },
  async (platform: Reviewing, actor, { picture: id }) => {
    const picture = await requireWaiting(platform.db, id)
    const { placeId, groupId, name, size } = picture
    if (picture.badgeId !== null) return approveBadge(platform, actor, picture)
    const shown =
      placeId === null ? groupIconName({ id: groupId ?? 0, icon: name }) : pictureSourceName(placeId, name)
    const isStored = await platform.files.share(waitingPictureName(id), shown)
    if (!isStored) throw new Refused('files.not_found')
    const number = await decide(platform, actor, picture, { action: 'approvepicture', reason: '' }, (db) =>
      placeId === null
        ? setGroupIcon(db, groupId ?? 0, { name, size }).then(() => null)
        : showPicture(db, placeId, picture, platform.now()),
    )
    // The approval is committed. The sweep retries a failure.
    if (placeId !== null) await settleShown(platform, placeId, number).catch(() => undefined)
    await platform.files.remove(waitingPictureName(id)).catch(() => undefined)
    return { name: picture.title }
  },
)

/** Its owner reads the reason, and can upload another one. @throws as `approvePicture` */
export const refusePicture = useCase(
  {
    ...reviewing,
    summary: 'Deletes a picture of a game, a badge or a group that waits for review.',
    input: refusePictureInput,
  },
  async (platform: Reviewing, actor, { picture: id, reason }) => {
    const picture = await requireWaiting(platform.db, id)
    await decide(platform, actor, picture, { action: 'refusepicture', reason }, async () => null)
    // The sweep of badges removes the file of a badge, which another one may have too.
    if (picture.badgeId === null) await platform.files.remove(waitingPictureName(id)).catch(() => undefined)
    return { name: picture.badge ?? picture.title }
  },
)

/** The file of a badge's picture stays where it is: only its row says who sees it. */
async function approveBadge(platform: Reviewing, actor: Actor, picture: WaitingPicture) {
  await decide(platform, actor, picture, { action: 'approvepicture', reason: '' }, async () => null)
  return { name: picture.badge ?? picture.title }
}

async function requireWaiting(db: Db, id: string): Promise<WaitingPicture> {
  const picture = await findWaitingPicture(db, id)
  if (!picture) throw new Refused('review.picture_decided')
  return picture
}

interface Decision {
  action: 'approvepicture' | 'refusepicture'
  reason: string
}

/** Decides in one transaction. The first of several decisions at once deletes the waiting picture, and the others are refused. */
async function decide<Result>(
  { db, now, inbox }: Reviewing,
  actor: Actor,
  { id }: WaitingPicture,
  decision: Decision,
  apply: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { result, ownerId } = await db.transaction().execute(async (trx) => {
    const { placeId, groupId } = await requireWaiting(trx, id)
    if (placeId === null) await lockGroup(trx, groupId ?? 0)
    else await lockPlace(trx, placeId)
    // Read again after the lock: the game may have been taken down, and the picture replaced.
    const picture = await requireWaiting(trx, id)
    const what = placeId === null ? 'groups' : 'places'
    const least = permissionLevel.catalogManager
    await permitModeratingContent(trx, actor, { what, ownerId: picture.ownerId, least })
    if (!(await endWait(trx, picture, decision))) throw new Refused('review.picture_decided')
    const result = await apply(trx)
    await record(trx, actor, picture, decision, now())
    return { result, ownerId: picture.ownerId }
  })
  inbox.wake(ownerId)
  return result
}

/** Ends the wait of a picture. Returns false if it no longer waits. */
async function endWait(
  trx: Db,
  { id, placeId, groupId, badgeId }: WaitingPicture,
  { action }: Decision,
): Promise<boolean> {
  if (badgeId !== null) return decideBadgePicture(trx, id, action === 'approvepicture')
  const of = placeId === null ? { group: groupId ?? 0 } : { place: placeId }
  return (await deleteWaitingOf(trx, of, { id })).length > 0
}

/** Records the decision and notifies the owner. The notification names no moderator, so that owners do not argue with one. */
async function record(
  db: Db,
  actor: Actor,
  picture: WaitingPicture,
  { action, reason }: Decision,
  now: number,
): Promise<void> {
  const { id, kind, ownerId, placeId, groupId } = picture
  const title = picture.badge ?? picture.title
  const subject = placeId === null ? (`group:${groupId ?? 0}` as const) : (`place:${placeId}` as const)
  const before = { waiting: id }
  const after = action === 'approvepicture' ? { [kind]: picture.name } : { reason }
  const link = pagePath(picture)
  await recordDecision(db, { actor, action, subject, name: title, link, before, after, reason }, now)
  if (ownerId === actor.id) return
  const happening: Happening =
    action === 'approvepicture'
      ? { event: 'picture_approved', values: { title } }
      : { event: 'picture_rejected', values: { title, reason } }
  const type = action === 'approvepicture' ? 'assetapproved' : 'assetrefused'
  await notify(db, { recipientId: ownerId, senderId: null, type, happening, link: uploadPath(picture) }, now)
}
