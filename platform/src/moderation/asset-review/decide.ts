import { record } from '../../accounts/audit/record.ts'
import type { AuditedAction } from '../../accounts/audit/tables.ts'
import { permitModeratingContent } from '../../accounts/permit-moderating.ts'
import { type Actor, permissionLevel } from '../../accounts/rules.ts'
import { beginPurge } from '../../assets/files/purge-queries.ts'
import type { AssetRow } from '../../assets/queries.ts'
import type { Visibility } from '../../assets/rules.ts'
import { changeVisibility } from '../../assets/visibility.ts'
import type { Db } from '../../database.ts'
import { slugOf } from '../../foundation/slug.ts'
import { notify } from '../../notifications/notify.ts'
import type { Renders } from '../../rendering/renders.ts'
import { assetSubject, renderPriority } from '../../rendering/rules.ts'
import { endHold } from './hold.ts'
import { endPurged, purge } from './purge.ts'
import { noteRefusal } from './queries.ts'

export interface Decision {
  to: Exclude<Visibility, 'Pending'>
  /** What the asset is until then. */
  from: Visibility
  action: AuditedAction
  /** Hex SHA-256 of the file that was decided on, where that is known. */
  file?: string | undefined
  reason?: string | undefined
  /** What the audit log keeps besides. */
  noted?: { before?: object; after?: object }
  /** What its creator is told, and where they read more. */
  note: string
}

/**
 * Carries out what somebody has decided about an asset, inside their transaction. What is moderated is taken off everybody
 * who wears it. Answers false when the asset is not what it was any more: then nothing has happened.
 *
 * @throws Refused `forbidden`: the actor's level is not above the creator's; `invalid`: somebody else looks at it, or it is still being taken off those who wore it.
 */
export async function decide(
  { renders }: { renders: Renders },
  db: Db,
  actor: Actor,
  asset: AssetRow,
  decision: Decision,
  now: number,
): Promise<boolean> {
  const { id } = asset
  const { from, to, action, reason, noted, note } = decision
  await permitModeratingContent(db, actor, {
    what: 'items',
    ownerId: asset.creator_id,
    least: permissionLevel.catalogManager,
  })
  if (!(await changeVisibility(db, id, { from: [from], to, file: decision.file }))) return false
  if (from === 'Pending') await endHold(db, actor, id, now)
  if (to === 'Visible') {
    if (from === 'Moderated') await endPurged(db, id)
    // While nobody was handed its file, it could not be drawn.
    if (from === 'Moderated' || asset.withheld === 1)
      await renders.request(db, assetSubject(id), renderPriority.thumbnail)
    if (asset.withheld === 1) await beginPurge(db, { asset_id: id, step: 'looks' })
  } else {
    await noteRefusal(db, { asset_id: id, reason: reason ?? '', created: now, moderator_id: actor.id })
    await purge(db, id)
  }
  await record(
    db,
    {
      actor,
      action,
      subject: `asset:${id}`,
      before: { visibility: from, ...noted?.before },
      after: { visibility: to, ...(reason && { reason }), ...noted?.after },
    },
    now,
  )
  if (asset.creator_id !== null && asset.creator_id !== actor.id) {
    // By the platform, and not by whoever decided: they are not to be argued with.
    await notify(
      db,
      {
        recipientId: asset.creator_id,
        senderId: null,
        type: to === 'Visible' ? 'assetapproved' : 'assetrefused',
        note,
        link: `/catalog/${id}/${slugOf(asset.name)}`,
      },
      now,
    )
  }
  return true
}
