import { permissionLevel } from '@baseplate/platform/accounts/rules'
import { reportCategories } from '@baseplate/platform/moderation/reports/rules'
import { viewReports } from '@baseplate/platform/moderation/reports/view'
import { subjectTypes } from '@baseplate/platform/moderation/subject-types'
import { asActor } from '#lib/server/as-actor.ts'
import { readList } from '#lib/server/read-list.ts'
import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = async (event) => {
  const { platform, actor } = asActor(event, permissionLevel.catalogManager)
  return readList(event, async (query) => {
    const list = await viewReports(platform, actor, query)
    return { list: { ...list, types: [...subjectTypes], categories: [...reportCategories] } }
  })
}
