import {
  changeBanner,
  createBanner,
  deleteBanner,
  showBanner,
  viewBanners,
} from '@baseplate/platform/operations/door'
import { action } from '#lib/server/action.ts'
import { listPage } from '#lib/server/page.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = listPage(viewBanners)

export const actions: Actions = {
  create: action('create', createBanner, { done: () => ({ message: t('operations.banners.created') }) }),
  change: action('change', changeBanner, { done: () => ({ message: t('operations.banners.saved') }) }),
  show: action('show', showBanner),
  delete: action('delete', deleteBanner, { done: () => ({ message: t('operations.banners.deleted') }) }),
}
