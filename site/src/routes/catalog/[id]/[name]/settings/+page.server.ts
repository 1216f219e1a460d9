import { sourceOf } from '@baseplate/platform/assets/creating/rules'
import { replaceFile, replacesAtOnce, updateAsset, viewAssetSettings } from '@baseplate/platform/assets/door'
import { maxAssetBytes } from '@baseplate/platform/assets/rules'
import { slugOf } from '@baseplate/platform/foundation/slug'
import { appealAsset, moderateAsset, viewAssetReview } from '@baseplate/platform/moderation/door'
import { action } from '#lib/server/action.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { confirmation } from '#lib/server/confirmation.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

/** The address of an item names it. */
const params = { id: assetIdOf }

export const load: PageServerLoad = handles(
  operationWith(viewAssetSettings, params),
  async (event: PageServerLoadEvent) => {
    const { platform, actor } = asActor(event)
    const id = assetIdOf(event.params.id)
    const settings = await viewAssetSettings(platform, actor, { id })
    return {
      ...settings,
      review: await viewAssetReview(platform, actor, id),
      id,
      slug: slugOf(settings.name),
      maxBytes: maxAssetBytes,
      replaceable: settings.visibility !== 'Moderated' && sourceOf(settings.type) !== undefined,
      replacesAtOnce: replacesAtOnce(actor),
    }
  },
)

export const actions: Actions = {
  update: action('update', updateAsset, {
    params,
    done: () => ({ message: confirmation('item-settings.item.done') }),
  }),
  data: action('data', replaceFile, {
    params,
    done: () => ({ message: confirmation('item-settings.file.done') }),
  }),
  moderate: action('moderate', moderateAsset, {
    params,
    asks: ({ visibility, reason }) => visibility === 'Moderated' && reason?.trim() !== '',
    done: (_, __, { visibility }) => ({
      message: confirmation(
        visibility === 'Moderated'
          ? 'item-settings.moderation.taken_down_now'
          : 'item-settings.moderation.shown',
      ),
    }),
  }),
  appeal: action('appeal', appealAsset, {
    params,
    done: () => ({ message: t('item-settings.appeal.done') }),
  }),
}
