import { report } from '@baseplate/platform/moderation/reports/report'
import { reportCategories } from '@baseplate/platform/moderation/reports/rules'
import { viewOwnReports, viewSubject } from '@baseplate/platform/moderation/reports/view'
import { formAction } from '#lib/server/form.ts'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

/** Without anything to report, one's own reports are all there is. */
export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const { platform } = event.locals
  const asked = Object.fromEntries(event.url.searchParams)
  return {
    subject: asked.type === undefined ? null : await viewSubject(platform, actor, asked),
    categories: [...reportCategories],
    reports: await viewOwnReports(platform, actor),
  }
}

export const actions: Actions = {
  report: formAction('report', async (event, fields) => {
    await report(event.locals.platform, requireActor(event), fields)
    return { message: 'Thank you for the report' }
  }),
}
