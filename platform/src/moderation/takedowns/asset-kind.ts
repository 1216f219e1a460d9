import { permissionLevel } from '../../accounts/rules.ts'
import { changeVisibility, findAsset, refreshWearers } from '../../assets/door.ts'
import { Refused } from '../../foundation/errors.ts'
import { listFollowUpsOf } from '../../foundation/follow-ups.ts'
import { slugOf } from '../../foundation/slug.ts'
import { assetSubject, renderPriority } from '../../rendering/rules.ts'
import { endClaim } from '../asset-review/claims.ts'
import type { AppealableKind, Content, Deciding, Seen } from './content.ts'
import { enqueueStep } from './follow-ups.ts'

export const assetKind: AppealableKind = {
  what: 'items',
  least: permissionLevel.catalogManager,
  async find(db, id) {
    const asset = await findAsset(db, Number(id))
    if (!asset) return undefined
    const { name, creator_id: ownerId, visibility } = asset
    return { type: 'asset', id, name, ownerId, visibility, link: `/catalog/${id}/${slugOf(name)}` }
  },
  hide: (deciding, content, seen) => change(deciding, content, 'Moderated', seen),
  show: showAsset,
  followUps: ['unwear', 'rerender-referrers'],
  hidden: {
    action: 'moderateasset',
    notification: {
      type: 'assetrefused',
      happening: ({ name: item }, reason) => ({ event: 'item_taken_down', values: { item, reason } }),
    },
  },
  shown: {
    action: 'moderateasset',
    notification: {
      type: 'assetapproved',
      happening: ({ name: item, visibility }) => ({
        event: visibility === 'Moderated' ? 'item_back' : 'item_shown',
        values: { item },
      }),
    },
  },
  appeals: {
    texts: {
      own: 'appeals.own_item',
      acted: 'appeals.refused_by_you',
    },
    async permit(db, actor, id) {
      const asset = await findAsset(db, Number(id))
      if (!asset) throw new Refused('assets.not_found')
      if (asset.creator_id !== actor.id) throw new Refused('appeals.creator_only')
    },
    granted: {
      action: 'grantassetappeal',
      notification: {
        type: 'assetapproved',
        happening: ({ name: item }, answer) => ({ event: 'item_appeal_granted', values: { item, answer } }),
      },
    },
    refused: {
      action: 'refuseassetappeal',
      notification: {
        type: 'appeal',
        happening: ({ name: item }, answer) => ({ event: 'item_appeal_refused', values: { item, answer } }),
      },
    },
  },
}

async function change(
  { db, actor, now }: Deciding,
  { id, visibility: from }: Content,
  to: 'Visible' | 'Moderated',
  { file }: Seen,
): Promise<boolean> {
  const assetId = Number(id)
  if (!(await changeVisibility(db, assetId, { from: [from], to, file }))) return false
  if (from === 'Pending') await endClaim(db, actor, assetId, now)
  return true
}

/**
 * Shows an item again, without putting it back on its former wearers.
 *
 * @throws Refused `invalid` while the takedown is still taking the item off its wearers.
 */
async function showAsset(deciding: Deciding, content: Content, seen: Seen): Promise<boolean> {
  const { db, renders } = deciding
  const id = Number(content.id)
  const withheld = (await findAsset(db, id))?.withheld === 1
  if (!(await change(deciding, content, 'Visible', seen))) return false
  const subject = assetSubject(id)
  if (content.visibility === 'Moderated') {
    const pending = await listFollowUpsOf(db, subject)
    if (pending.some(({ step }) => step === 'unwear')) throw new Refused('takedowns.still_worn')
    await enqueueStep(db, subject, 'rerender-referrers')
  }
  // An asset that was not served could not be rendered.
  if (content.visibility === 'Moderated' || withheld)
    await renders.request(db, subject, renderPriority.thumbnail)
  if (withheld) await refreshWearers(db, id)
  return true
}
