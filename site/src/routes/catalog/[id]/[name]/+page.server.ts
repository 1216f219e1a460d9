import { viewAsset } from '@baseplate/platform/assets/catalog/view'
import { commentOnAsset, deleteComment } from '@baseplate/platform/assets/comments/comment'
import { rerenderAsset } from '@baseplate/platform/assets/pictures/rerender'
import { buyAsset } from '@baseplate/platform/assets/purchases/buy'
import { viewAssetReview } from '@baseplate/platform/moderation/asset-review/view'
import { redirect } from '@sveltejs/kit'
import { assetIdOf } from '#lib/server/asset-id.ts'
import { readFields } from '#lib/server/body.ts'
import { failureOf, formAction } from '#lib/server/form.ts'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const id = assetIdOf(event.params.id)
  const cursor = event.url.searchParams.get('comments') ?? undefined
  const asset = await viewAsset(event.locals.platform, actor, id, cursor)
  if (event.params.name !== asset.slug) redirect(302, `/catalog/${id}/${asset.slug}${event.url.search}`)
  return { ...asset, review: await viewAssetReview(event.locals.platform, actor, id) }
}

export const actions: Actions = {
  buy: formAction('buy', async (event, fields) => {
    const actor = requireActor(event)
    await buyAsset(event.locals.platform, actor, assetIdOf(event.params.id), fields)
    return undefined
  }),
  // Each reply has a form of its own on the page, where its messages belong.
  comment: async (event) => {
    const actor = requireActor(event)
    const fields = await readFields(event.request)
    const { platform, address } = event.locals
    try {
      await commentOnAsset(platform, actor, assetIdOf(event.params.id), fields, address)
      return undefined
    } catch (error) {
      return failureOf(event, fields.replyId ? `reply-${fields.replyId}` : 'comment', error, fields)
    }
  },
  deletecomment: formAction('deletecomment', async (event, { commentId = '', ...fields }) => {
    const actor = requireActor(event)
    await deleteComment(event.locals.platform, actor, assetIdOf(event.params.id), commentId, fields)
    return undefined
  }),
  rerender: formAction('rerender', async (event) => {
    const actor = requireActor(event)
    return rerenderAsset(event.locals.platform, actor, assetIdOf(event.params.id))
  }),
}
