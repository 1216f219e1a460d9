import { type Sender, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import { type Commented, type Commenting, commentInput, writeComment } from '../../comments/door.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { slugOf } from '../../foundation/slug.ts'
import { permitComment } from '../../social/door.ts'
import { assetInput } from '../input.ts'
import { owns } from '../ownership/queries.ts'
import { findAsset } from '../queries.ts'
import { assetNotFound, maySee, notApproved } from '../rules.ts'
import { takesComments } from './rules.ts'

/**
 * @throws InvalidFields; Refused `missing`; `invalid`: there is no such comment to reply to, it is too deep, the asset is
 * pending, or it is moderated and the actor's own; `forbidden`: the creator takes no comments from the actor; `limited`
 */
export const commentOnAsset = useCase(
  {
    summary: 'Comments on an item, or replies to a comment, and notifies the creator of the item.',
    scope: 'social',
    input: commentInput.extend(assetInput.shape),
  },
  (
    platform: Commenting,
    actor,
    { id, ...comment },
    { address }: Pick<Sender, 'address'>,
  ): Promise<{ id: string }> =>
    writeComment(platform, actor, () => findCommented(platform.db, actor, id), comment, address),
)

async function findCommented(db: Db, actor: Actor, assetId: number): Promise<Commented> {
  const asset = await findAsset(db, assetId)
  if (!asset || !maySee(actor, asset, await owns(db, actor.id, assetId))) throw assetNotFound()
  if (asset.visibility === 'Pending') throw notApproved()
  if (!takesComments(actor, asset)) throw new Refused('comments.item_moderated')
  await permitComment(db, actor, asset.creator_id)
  return {
    thread: { about: 'asset', id: assetId },
    name: asset.name,
    ownerId: asset.creator_id,
    link: `/catalog/${assetId}/${slugOf(asset.name)}`,
  }
}
