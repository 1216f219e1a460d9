import { permissionLevel } from '@baseplate/platform/accounts/rules'
import {
  changeBanner,
  createBanner,
  deleteBanner,
  showBanner,
} from '@baseplate/platform/operations/banners/edit'
import { viewBanners } from '@baseplate/platform/operations/banners/view'
import { asActor } from '#lib/server/as-actor.ts'
import { staffAction } from '#lib/server/form.ts'
import { readList } from '#lib/server/read-list.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const { platform, actor } = asActor(event, permissionLevel.administrator)
  return readList(event, (query) => viewBanners(platform, actor, query))
}

export const actions: Actions = {
  create: staffAction(permissionLevel.administrator, 'create', async ({ platform, actor }, fields) => {
    await createBanner(platform, actor, fields)
    return { message: t('operations.banners.created') }
  }),
  change: staffAction(permissionLevel.administrator, 'change', async ({ platform, actor }, fields) => {
    await changeBanner(platform, actor, fields)
    return { message: t('operations.banners.saved') }
  }),
  show: staffAction(permissionLevel.administrator, 'show', async ({ platform, actor }, fields) => {
    await showBanner(platform, actor, fields)
    return undefined
  }),
  delete: staffAction(permissionLevel.administrator, 'delete', async ({ platform, actor }, fields) => {
    await deleteBanner(platform, actor, fields)
    return { message: t('operations.banners.deleted') }
  }),
}
