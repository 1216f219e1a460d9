import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { claimReport, releaseReport } from '@baseplate/platform/moderation/reports/claim'
import { closeReport } from '@baseplate/platform/moderation/reports/close'
import { reportOutcomes } from '@baseplate/platform/moderation/reports/rules'
import { sanctionReported } from '@baseplate/platform/moderation/reports/sanction'
import { viewReport } from '@baseplate/platform/moderation/reports/view'
import { moderationQuestion } from '#lib/admin/questions.ts'
import { asActor } from '#lib/server/as-actor.ts'
import { staffAction } from '#lib/server/form.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.catalogManager)
  return { ...(await viewReport(platform, actor, event.params)), outcomes: [...reportOutcomes] }
}

export const actions: Actions = {
  // The page shows the effect, so there is no message.
  /** Claims a report for the actor, so that nobody else handles it at the same time. */
  claim: staffAction(permissionLevel.catalogManager, 'claim', async ({ platform, actor, event }) => {
    await claimReport(platform, actor, event.params)
    return undefined
  }),
  /** Releases the actor's claim of a report. */
  release: staffAction(permissionLevel.catalogManager, 'release', async ({ platform, actor, event }) => {
    await releaseReport(platform, actor, event.params)
    return undefined
  }),
  sanction: staffAction(
    permissionLevel.moderator,
    'sanction',
    async ({ platform, actor, event }, fields) => {
      await sanctionReported(platform, actor, { ...fields, id: event.params.id })
      return { message: t('reports.sanction.done') }
    },
    (fields) => moderationQuestion(fields, 'them') !== undefined,
  ),
  close: staffAction(permissionLevel.catalogManager, 'close', async ({ platform, actor, event }, fields) => {
    await closeReport(platform, actor, { ...fields, id: event.params.id })
    return { message: t('reports.close.done') }
  }),
}
