import { report } from '@baseplate/platform/moderation/reports/report'
import { reportCategories } from '@baseplate/platform/moderation/reports/rules'
import { viewOwnReports, viewSubject } from '@baseplate/platform/moderation/reports/view'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import { queryOf } from '#lib/server/request-url.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

/** Without a subject, the page lists the user's own reports. */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const query = queryOf(event)
  return {
    subject: query.type === undefined ? null : await viewSubject(platform, actor, query),
    categories: [...reportCategories],
    reports: await viewOwnReports(platform, actor),
  }
}

export const actions: Actions = {
  report: actorAction('report', async ({ platform, actor }, fields) => {
    await report(platform, actor, fields)
    return { message: t('reports.new.sent') }
  }),
}
