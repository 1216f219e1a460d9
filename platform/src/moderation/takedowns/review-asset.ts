import { useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import { findAsset } from '../../assets/door.ts'
import { fileReplaced } from '../../assets/rules.ts'
import { Refused } from '../../foundation/errors.ts'
import { reviewed } from '../asset-review/claims.ts'
import { approveInput, refuseInput } from '../asset-review/input.ts'
import { reviewing } from '../asset-review/rules.ts'
import type { Content, Deciding, Outcome } from './content.ts'
import { contentKinds } from './content-kinds.ts'
import { decide, type Moderating, show, takeDown } from './decide.ts'

const approved: Outcome = {
  action: 'approveasset',
  notification: {
    type: 'assetapproved',
    happening: ({ name: item }) => ({ event: 'item_approved', values: { item } }),
  },
}

const rejected: Outcome = {
  action: 'refuseasset',
  notification: {
    type: 'assetrefused',
    happening: ({ name: item }, reason) => ({ event: 'item_rejected', values: { item, reason } }),
  },
}

/**
 * Returns the name of the asset.
 *
 * @throws Refused `forbidden` for the actor's own asset and those of users of the same level; `missing`; `invalid`: it was reviewed
 * already, another reviewer has claimed it, or its file is not `file`.
 */
export const approveAsset = useCase(
  {
    ...reviewing,
    summary: 'Approves a pending asset, which everybody sees from then on. Its creator is notified.',
    input: approveInput,
  },
  (platform: Moderating, actor, { id, file }): Promise<{ name: string }> =>
    review(platform, actor, id, (deciding, content) => show(deciding, content, { outcome: approved, file })),
)

/** Returns the name of the asset. @throws as `approveAsset` */
export const refuseAsset = useCase(
  {
    ...reviewing,
    summary:
      'Rejects a pending asset: takes it down before it is visible. Its creator reads the reason and can appeal.',
    input: refuseInput,
  },
  (platform: Moderating, actor, { id, file, reason }): Promise<{ name: string }> =>
    review(platform, actor, id, (deciding, content) =>
      takeDown(deciding, content, { outcome: rejected, file, reason }),
    ),
)

async function review(
  platform: Moderating,
  actor: Actor,
  id: number,
  verdict: (deciding: Deciding, content: Content) => Promise<boolean>,
): Promise<{ name: string }> {
  const found = await contentKinds.asset.find(platform.db, String(id))
  if (!found) throw new Refused('assets.not_found')
  const content: Content = { ...found, visibility: 'Pending' }
  await decide(platform, actor, async (deciding) => {
    // Only one of two reviewers at the same moment decides.
    if (await verdict(deciding, content)) return content
    throw (await findAsset(deciding.db, id))?.visibility === 'Pending' ? fileReplaced() : reviewed()
  })
  return { name: found.name }
}
