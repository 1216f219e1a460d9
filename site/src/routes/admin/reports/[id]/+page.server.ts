import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { closeReport } from '@baseplate/platform/moderation/reports/close'
import { reportOutcomes } from '@baseplate/platform/moderation/reports/rules'
import { releaseReport, takeReport } from '@baseplate/platform/moderation/reports/take'
import { viewReport } from '@baseplate/platform/moderation/reports/view'
import { formAction } from '#lib/server/form.ts'
import { requireLevel } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireLevel(event, permissionLevel.catalogManager)
  return { ...(await viewReport(event.locals.platform, actor, event.params)), outcomes: [...reportOutcomes] }
}

export const actions: Actions = {
  // What the page shows afterwards says what was done.
  take: formAction('take', async (event) => {
    const actor = requireLevel(event, permissionLevel.catalogManager)
    await takeReport(event.locals.platform, actor, event.params)
    return undefined
  }),
  release: formAction('release', async (event) => {
    const actor = requireLevel(event, permissionLevel.catalogManager)
    await releaseReport(event.locals.platform, actor, event.params)
    return undefined
  }),
  close: formAction('close', async (event, fields) => {
    const actor = requireLevel(event, permissionLevel.catalogManager)
    await closeReport(event.locals.platform, actor, { ...fields, ...event.params })
    return { message: 'The report is closed' }
  }),
}
