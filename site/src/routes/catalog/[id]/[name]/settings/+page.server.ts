import { permitCreation } from '@baseplate/platform/assets/creating/create'
import { replaceFile, replacesAtOnce } from '@baseplate/platform/assets/creating/replace-file'
import { sourceOf } from '@baseplate/platform/assets/creating/rules'
import { maxAssetBytes } from '@baseplate/platform/assets/rules'
import { updateAsset, viewAssetSettings } from '@baseplate/platform/assets/settings'
import { slugOf } from '@baseplate/platform/foundation/slug'
import { appealAsset } from '@baseplate/platform/moderation/appeals/appeal'
import { moderateAsset } from '@baseplate/platform/moderation/takedowns/moderate-asset'
import { viewAssetReview } from '@baseplate/platform/moderation/takedowns/view-review'
import { action } from '#lib/server/action.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { confirmation } from '#lib/server/confirmation.ts'
import { actorAction, fileAction } from '#lib/server/form.ts'
import { assetIdOf } from '#lib/server/request-url.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const id = assetIdOf(event.params.id)
  const settings = await viewAssetSettings(platform, actor, id)
  return {
    ...settings,
    review: await viewAssetReview(platform, actor, id),
    id,
    slug: slugOf(settings.name),
    maxBytes: maxAssetBytes,
    replaceable: settings.visibility !== 'Moderated' && sourceOf(settings.type) !== undefined,
    replacesAtOnce: replacesAtOnce(actor),
  }
}

export const actions: Actions = {
  update: actorAction('update', async ({ platform, actor, event }, fields) => {
    await updateAsset(platform, actor, assetIdOf(event.params.id), fields)
    return { message: confirmation('item-settings.item.done') }
  }),
  data: fileAction(
    'data',
    { field: 'asset', maxBytes: maxAssetBytes, permit: permitCreation },
    async ({ platform, actor, event }, _fields, file) => {
      await replaceFile(platform, actor, assetIdOf(event.params.id), file)
      return { message: confirmation('item-settings.file.done') }
    },
  ),
  moderate: action('moderate', moderateAsset, {
    params: { id: assetIdOf },
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
    params: { id: assetIdOf },
    done: () => ({ message: t('item-settings.appeal.done') }),
  }),
}
