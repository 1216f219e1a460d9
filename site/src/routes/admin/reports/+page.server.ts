import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { reportCategories, subjectTypes } from '@baseplate/platform/moderation/reports/rules'
import { viewReports } from '@baseplate/platform/moderation/reports/view'
import { requireLevel } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireLevel(event, permissionLevel.catalogManager)
  const asked = Object.fromEntries(event.url.searchParams)
  return {
    ...(await viewReports(event.locals.platform, actor, asked)),
    types: [...subjectTypes],
    categories: [...reportCategories],
  }
}
