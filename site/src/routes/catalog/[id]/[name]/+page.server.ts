import { commentOnAsset } from '@baseplate/platform/assets/comments/comment'
import {
  favouriteAsset,
  unfavouriteAsset,
  unwishAsset,
  wishAsset,
} from '@baseplate/platform/assets/favourites/favourite'
import { buyAsset } from '@baseplate/platform/assets/ownership/buy'
import { rerenderAsset } from '@baseplate/platform/assets/pictures/rerender'
import { viewAsset } from '@baseplate/platform/assets/view-item'
import { takeOff, wear } from '@baseplate/platform/avatars/dress'
import { isWearable } from '@baseplate/platform/avatars/rules'
import { viewWearers } from '@baseplate/platform/avatars/wearers'
import { deleteAssetComment } from '@baseplate/platform/moderation/takedowns/moderate-comment'
import { viewAssetReview } from '@baseplate/platform/moderation/takedowns/view-review'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { readFields } from '#lib/server/body.ts'
import { assetCards } from '#lib/server/cards.ts'
import { actorAction, outcomeOf } from '#lib/server/form.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const id = assetIdOf(event.params.id)
  const cursor = event.url.searchParams.get('comments') ?? undefined
  const asset = await viewAsset(platform, actor, id, cursor)
  if (event.params.name !== asset.slug) redirect(302, `/catalog/${id}/${asset.slug}${event.url.search}`)
  const { db } = platform
  const [review, cards, wearers] = await Promise.all([
    asset.manages ? viewAssetReview(platform, actor, id) : null,
    assetCards(db, actor, [...asset.related, ...asset.byCreator]),
    viewWearers(db, actor, id),
  ])
  return {
    ...asset,
    review,
    related: cards.slice(0, asset.related.length),
    byCreator: cards.slice(asset.related.length),
    wearable: isWearable(asset.type),
    ...wearers,
  }
}

export const actions: Actions = {
  buy: actorAction('buy', async ({ platform, actor, event }, fields) => {
    await buyAsset(platform, actor, assetIdOf(event.params.id), fields)
    return undefined
  }),
  wear: actorAction('wear', async ({ platform, actor, event }) => {
    const { name } = await wear(platform, actor, { id: event.params.id })
    return { message: t('avatars.wardrobe.wear.done', { name }) }
  }),
  takeoff: actorAction('wear', async ({ platform, actor, event }) => {
    await takeOff(platform, actor, { id: event.params.id })
    return { message: t('avatars.wardrobe.take_off.done') }
  }),
  /** Adds an item to the actor's favourites. Repeating it changes nothing. */
  favourite: actorAction('favourite', async ({ platform, actor, event }) => {
    await favouriteAsset(platform, actor, assetIdOf(event.params.id))
    return undefined
  }),
  /** Removes an item from the actor's favourites. Repeating it changes nothing. */
  unfavourite: actorAction('favourite', async ({ platform, actor, event }) => {
    await unfavouriteAsset(platform, actor, assetIdOf(event.params.id))
    return undefined
  }),
  /** Adds an item to the actor's wish list. Repeating it changes nothing. */
  wish: actorAction('wish', async ({ platform, actor, event }) => {
    await wishAsset(platform, actor, assetIdOf(event.params.id))
    return undefined
  }),
  /** Removes an item from the actor's wish list. Repeating it changes nothing. */
  unwish: actorAction('wish', async ({ platform, actor, event }) => {
    await unwishAsset(platform, actor, assetIdOf(event.params.id))
    return undefined
  }),
  /** Comments on an item, or replies to a comment. */
  // Names the form of the reply, so that the page shows messages there.
  comment: async (event) => {
    const { platform, actor } = asActor(event)
    const fields = await readFields(event.request)
    const form = fields.replyId ? `reply-${fields.replyId}` : 'comment'
    return outcomeOf(event, form, fields, async () => {
      await commentOnAsset(platform, actor, assetIdOf(event.params.id), fields, event.locals.address)
      return undefined
    })
  },
  deletecomment: action('deletecomment', deleteAssetComment, { params: { id: assetIdOf } }),
  rerender: actorAction('rerender', async ({ platform, actor, event }) => {
    return rerenderAsset(platform, actor, assetIdOf(event.params.id))
  }),
}
