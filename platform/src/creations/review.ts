import { type Actor, permissionLevel } from '../accounts/rules.ts'
import { record } from '../audit/record.ts'
import type { AuditedAction } from '../audit/tables.ts'
import { type AssetRow, findAsset } from '../catalog/queries.ts'
import { fileReplaced, type Visibility } from '../catalog/rules.ts'
import { changeVisibility } from '../catalog/visibility.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import { slugOf } from '../foundation/slug.ts'
import type { Inbox } from '../notifications/inbox.ts'
import { notify } from '../notifications/notify.ts'
import type { Renders } from '../renders/renders.ts'
import { assetSubject, renderPriority } from '../renders/rules.ts'
import { approveInput, refuseInput } from './input.ts'
import { noteRefusal } from './queries.ts'

interface Reviewing {
  db: Db
  now: Clock
  inbox: Inbox
  renders: Renders
}

/**
 * Everybody sees the asset from now on. Its creator is told.
 *
 * @param input `id`, `file`
 * @throws Refused `forbidden`, `missing`; `invalid`: somebody has looked at it already, or its file is another one than `file`.
 */
export async function approveAsset(
  platform: Reviewing,
  actor: Actor,
  input: unknown,
): Promise<{ name: string }> {
  const { id, file } = parseInput(approveInput, input)
  return review(platform, actor, id, { file, to: 'Visible', action: 'approveasset' })
}

/**
 * Nobody gets the asset from now on. Its creator is told why.
 *
 * @param input `id`, `file`, `reason`
 * @throws as `approveAsset`; InvalidFields `reason`.
 */
export async function refuseAsset(
  platform: Reviewing,
  actor: Actor,
  input: unknown,
): Promise<{ name: string }> {
  const { id, file, reason } = parseInput(refuseInput, input)
  return review(platform, actor, id, { file, to: 'Moderated', action: 'refuseasset', reason })
}

interface Verdict {
  file: string | undefined
  to: Exclude<Visibility, 'Pending'>
  action: AuditedAction
  reason?: string
}

async function review(
  platform: Reviewing,
  actor: Actor,
  id: number,
  verdict: Verdict,
): Promise<{ name: string }> {
  if (actor.permissionLevel < permissionLevel.catalogManager) {
    throw new Refused('forbidden', 'You cannot review assets')
  }
  const asset = await findAsset(platform.db, id)
  if (!asset) throw new Refused('missing', 'Asset not found')
  const now = platform.now()
  await platform.db.transaction().execute(async (db) => {
    // Of two who look at it at the same moment, one decides.
    const { to, file } = verdict
    if (!(await changeVisibility(db, id, { from: ['Pending'], to, file }))) {
      if ((await findAsset(db, id))?.visibility === 'Pending') throw fileReplaced()
      throw new Refused('invalid', 'Somebody has reviewed this already')
    }
    if (asset.withheld === 1 && to === 'Visible')
      await platform.renders.request(db, assetSubject(id), renderPriority.thumbnail)
    const { reason } = verdict
    if (reason !== undefined) await noteRefusal(db, { asset_id: id, reason, created: now })
    const before = { visibility: 'Pending' }
    const after = { visibility: to, ...(reason !== undefined && { reason }) }
    await record(db, { actor, action: verdict.action, subject: `asset:${id}`, before, after }, now)
    await tell(db, asset, verdict, now)
  })
  platform.renders.wake()
  if (asset.creator_id !== null) platform.inbox.wake(asset.creator_id)
  return { name: asset.name }
}

/** By the platform, and not by whoever decided: they are not to be argued with. */
async function tell(db: Db, asset: AssetRow, { reason }: Verdict, now: number): Promise<void> {
  if (asset.creator_id === null) return
  const [type, note, link] =
    reason === undefined
      ? ([
          'assetapproved',
          `“${asset.name}” was approved`,
          `/catalog/${asset.id}/${slugOf(asset.name)}`,
        ] as const)
      : (['assetrefused', `“${asset.name}” was not approved: ${reason}`, '/develop'] as const)
  await notify(db, { recipientId: asset.creator_id, senderId: null, type, note, link }, now)
}
