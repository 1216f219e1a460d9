import { viewAsset } from '@baseplate/platform/assets/catalog/view'
import { commentOnAsset } from '@baseplate/platform/assets/comments/comment'
import { buyAsset } from '@baseplate/platform/assets/ownership/buy'
import { rerenderAsset } from '@baseplate/platform/assets/pictures/rerender'
import { viewAssetReview } from '@baseplate/platform/moderation/asset-review/view'
import { deleteComment } from '@baseplate/platform/moderation/takedowns/moderate-comment'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { readFields } from '#lib/server/body.ts'
import { actorAction, outcomeOf } from '#lib/server/form.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const id = assetIdOf(event.params.id)
  const cursor = event.url.searchParams.get('comments') ?? undefined
  const asset = await viewAsset(platform, actor, id, cursor)
  if (event.params.name !== asset.slug) redirect(302, `/catalog/${id}/${asset.slug}${event.url.search}`)
  return { ...asset, review: await viewAssetReview(platform, actor, id) }
}

export const actions: Actions = {
  buy: actorAction('buy', async ({ platform, actor, event }, fields) => {
    await buyAsset(platform, actor, assetIdOf(event.params.id), fields)
    return undefined
  }),
  // The page shows messages at the form of the reply that they are about.
  comment: async (event) => {
    const { platform, actor } = asActor(event)
    const fields = await readFields(event.request)
    const form = fields.replyId ? `reply-${fields.replyId}` : 'comment'
    return outcomeOf(event, form, fields, async () => {
      await commentOnAsset(platform, actor, assetIdOf(event.params.id), fields, event.locals.address)
      return undefined
    })
  },
  deletecomment: actorAction(
    'deletecomment',
    async ({ platform, actor, event }, { commentId = '', ...fields }) => {
      await deleteComment(
        platform,
        actor,
        { about: 'asset', id: assetIdOf(event.params.id) },
        commentId,
        fields,
      )
      return undefined
    },
  ),
  rerender: actorAction('rerender', async ({ platform, actor, event }) => {
    return rerenderAsset(platform, actor, assetIdOf(event.params.id))
  }),
}
