import { retryFailedRenders, retryRender, viewRenders } from '@baseplate/platform/operations/door'
import { action } from '#lib/server/action.ts'
import { listPage } from '#lib/server/page.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = listPage(viewRenders)

export const actions: Actions = {
  retry: action('retry', retryRender, {
    done: (isQueued) => ({
      message: isQueued ? t('operations.renders.queued', { count: 1 }) : t('operations.renders.not_failed'),
    }),
  }),
  retryall: action('retry', retryFailedRenders, {
    done: (count) => ({ message: t('operations.renders.queued', { count }) }),
  }),
}
