import { permissionLevel } from '@baseplate/platform/accounts/rules'
import {
  changeBanner,
  createBanner,
  deleteBanner,
  showBanner,
} from '@baseplate/platform/operations/banners/edit'
import { viewBanners } from '@baseplate/platform/operations/banners/view'
import { formAction } from '#lib/server/form.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const actor = requireLevel(event, permissionLevel.administrator)
  return viewBanners(event.locals.platform, actor, Object.fromEntries(event.url.searchParams))
}

export const actions: Actions = {
  create: formAction('create', async (event, fields) => {
    await createBanner(event.locals.platform, requireLevel(event, permissionLevel.administrator), fields)
    return { message: 'The banner is made' }
  }),
  change: formAction('change', async (event, fields) => {
    await changeBanner(event.locals.platform, requireLevel(event, permissionLevel.administrator), fields)
    return { message: 'The banner is changed' }
  }),
  show: formAction('show', async (event, fields) => {
    await showBanner(event.locals.platform, requireLevel(event, permissionLevel.administrator), fields)
    return undefined
  }),
  delete: formAction('delete', async (event, fields) => {
    await deleteBanner(event.locals.platform, requireLevel(event, permissionLevel.administrator), fields)
    return { message: 'The banner is deleted' }
  }),
}
