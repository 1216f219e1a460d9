import {
  claimReport,
  closeReport,
  releaseReport,
  sanctionReported,
  viewReport,
  viewReportChat,
} from '@baseplate/platform/moderation/door'
import { reportOutcomes } from '@baseplate/platform/moderation/reports/rules'
import { moderationQuestion } from '#lib/admin/questions.ts'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

/** The address names the report. */
const params = { id: String }

export const load: PageServerLoad = page(viewReport, {
  params,
  data: (report) => ({ ...report, outcomes: [...reportOutcomes] }),
})

export const actions: Actions = {
  // The page shows the effect, so there is no message.
  claim: action('claim', claimReport, { params }),
  release: action('release', releaseReport, { params }),
  sanction: action('sanction', sanctionReported, {
    params,
    asks: (fields) => moderationQuestion(fields, 'them') !== undefined,
    done: () => ({ message: t('reports.sanction.done') }),
  }),
  chat: action('chat', viewReportChat, { params }),
  close: action('close', closeReport, { params, done: () => ({ message: t('reports.close.done') }) }),
}
