import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { reportCategories, subjectTypes } from '@baseplate/platform/moderation/reports/rules'
import { viewReports } from '@baseplate/platform/moderation/reports/view'
import { asActor } from '#lib/server/as-actor.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.catalogManager)
  return {
    ...(await viewReports(platform, actor, queryOf(event))),
    types: [...subjectTypes],
    categories: [...reportCategories],
  }
}
