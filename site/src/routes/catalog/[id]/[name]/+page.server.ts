import {
  buyAsset,
  commentOnAsset,
  favouriteAsset,
  rerenderAsset,
  unfavouriteAsset,
  unwishAsset,
  viewAsset,
  wishAsset,
} from '@baseplate/platform/assets/door'
import { takeOff, viewWearers, wear } from '@baseplate/platform/avatars/door'
import { isWearable } from '@baseplate/platform/avatars/rules'
import { deleteAssetComment, viewAssetReview } from '@baseplate/platform/moderation/door'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { readFields } from '#lib/server/body.ts'
import { assetCards } from '#lib/server/cards.ts'
import { outcomeOf } from '#lib/server/form.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import { fieldsOf, senderOf } from '#lib/server/route-call.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent, RequestEvent } from './$types'

/** The address of an item names it. */
const params = { id: assetIdOf }

export const load: PageServerLoad = handles(
  operationWith(viewAsset, params),
  async (event: PageServerLoadEvent) => {
    const { platform, actor } = asActor(event)
    const id = assetIdOf(event.params.id)
    const comments = event.url.searchParams.get('comments') ?? undefined
    const asset = await viewAsset(platform, actor, { id, comments })
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
  },
)

export const actions: Actions = {
  buy: action('buy', buyAsset, { params }),
  wear: action('wear', wear, {
    params: { id: String },
    done: ({ name }) => ({ message: t('avatars.wardrobe.wear.done', { name }) }),
  }),
  takeoff: action('wear', takeOff, {
    params: { id: String },
    done: () => ({ message: t('avatars.wardrobe.take_off.done') }),
  }),
  favourite: action('favourite', favouriteAsset, { params }),
  unfavourite: action('favourite', unfavouriteAsset, { params }),
  wish: action('wish', wishAsset, { params }),
  unwish: action('wish', unwishAsset, { params }),
  // Names the form of the reply, so that the page shows messages there.
  comment: handles(operationWith(commentOnAsset, params), async (event: RequestEvent) => {
    const { platform, actor } = asActor(event)
    const fields = await readFields(event.request)
    const form = fields.replyId ? `reply-${fields.replyId}` : 'comment'
    return outcomeOf(event, form, fields, async () => {
      await commentOnAsset(platform, actor, { ...fields, ...fieldsOf(event, params) }, senderOf(event))
      return undefined
    })
  }),
  deletecomment: action('deletecomment', deleteAssetComment, { params }),
  rerender: action('rerender', rerenderAsset, { params }),
}
