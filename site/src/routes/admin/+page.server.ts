import { type Actor, isAdministrator, isModerator } from '@baseplate/platform/accounts/rules'
import { withUsernames } from '@baseplate/platform/money/door'
import {
  metricsInput,
  readLastBackup,
  viewAttention,
  viewMetrics,
  viewSystem,
} from '@baseplate/platform/operations/door'
import { handles, operationWith } from '#lib/server/operation.ts'
import { withReason } from '#lib/server/payment-reason.ts'
import { queryOf } from '#lib/server/request-url.ts'
import { whoActs } from '#lib/server/route-call.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = handles(
  { ...operationWith(viewAttention), input: metricsInput },
  async (event: PageServerLoadEvent) => {
    const { platform } = event.locals
    const actor = whoActs<Actor>(event, viewAttention)
    const query = queryOf(event)
    const [attention, figures, backup, system] = await Promise.all([
      viewAttention(platform, actor),
      isModerator(actor) ? viewMetrics(platform, actor, query) : null,
      isAdministrator(actor) ? readLastBackup(platform.db, platform.now()) : null,
      isAdministrator(actor) ? viewSystem(platform, actor) : null,
    ])
    return {
      attention: await Promise.all(
        attention.map(async ({ payments, ...one }) => ({
          ...one,
          ...(payments && { payments: await withUsernames(platform.db, payments.map(withReason)) }),
        })),
      ),
      figures,
      /** Time of the last complete backup; null if none is known, or for viewers below administrator. */
      lastBackup: backup?.finished ?? null,
      system,
    }
  },
)
