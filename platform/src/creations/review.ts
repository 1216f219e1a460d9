import { type Actor, permissionLevel } from '../accounts/rules.ts'
import { record } from '../audit/record.ts'
import type { AuditedAction } from '../audit/tables.ts'
import { type AssetRow, findAsset } from '../catalog/queries.ts'
import type { Visibility } from '../catalog/rules.ts'
import { changeVisibility } from '../catalog/visibility.ts'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import { Refused } from '../foundation/errors.ts'
import { parseInput } from '../foundation/input.ts'
import { slugOf } from '../foundation/slug.ts'
import type { Inbox } from '../notifications/inbox.ts'
import { notify } from '../notifications/notify.ts'
import { approveInput, refuseInput } from './input.ts'
import { noteRefusal } from './queries.ts'

interface Reviewing {
  db: Db
  now: Clock
  inbox: Inbox
}

/**
 * Everybody sees the asset from now on. Its creator is told.
 *
 * @param input `id`
 * @throws Refused `forbidden`, `missing`; `invalid`: somebody has looked at it already.
 */
export async function approveAsset(
  platform: Reviewing,
  actor: Actor,
  input: unknown,
): Promise<{ name: string }> {
  const { id } = parseInput(approveInput, input)
  return review(platform, actor, id, { to: 'Visible', action: 'approveasset' })
}

/**
 * Nobody gets the asset from now on. Its creator is told why.
 *
 * @param input `id`, `reason`
 * @throws as `approveAsset`; InvalidFields `reason`.
 */
export async function refuseAsset(
  platform: Reviewing,
  actor: Actor,
  input: unknown,
): Promise<{ name: string }> {
  const { id, reason } = parseInput(refuseInput, input)
  return review(platform, actor, id, { to: 'Moderated', action: 'refuseasset', reason })
}

interface Verdict {
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
    if (!(await changeVisibility(db, id, { from: ['Pending'], to: verdict.to }))) {
      throw new Refused('invalid', 'Somebody has reviewed this already')
    }
    const { reason } = verdict
    if (reason !== undefined) await noteRefusal(db, { asset_id: id, reason, created: now })
    const before = { visibility: 'Pending' }
    const after = { visibility: verdict.to, ...(reason !== undefined && { reason }) }
    await record(db, { actor, action: verdict.action, subject: `asset:${id}`, before, after }, now)
    await tell(db, asset, verdict, now)
  })
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
