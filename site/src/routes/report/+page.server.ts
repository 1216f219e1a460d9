import type { Actor } from '@baseplate/platform/accounts/rules'
import { report, subjectInput, viewOwnReports, viewSubject } from '@baseplate/platform/moderation/door'
import { reportCategories } from '@baseplate/platform/moderation/reports/rules'
import type { RequestEvent } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { handles } from '#lib/server/operation.ts'
import { queryOf } from '#lib/server/request-url.ts'
import { whoActs } from '#lib/server/route-call.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = handles(
  {
    scope: 'read',
    level: viewOwnReports.level,
    input: subjectInput.partial(),
    summary: "Without a subject, the page lists the user's own reports.",
  },
  async (event: RequestEvent) => {
    const { platform } = event.locals
    const actor = whoActs<Actor>(event, viewOwnReports)
    const query = queryOf(event)
    return {
      subject: query.type === undefined ? null : await viewSubject(platform, actor, query),
      categories: [...reportCategories],
      reports: await viewOwnReports(platform, actor),
    }
  },
)

export const actions: Actions = {
  report: action('report', report, { done: () => ({ message: t('reports.new.sent') }) }),
}
