import { reportCategories } from '@baseplate/platform/moderation/reports/rules'
import { viewReports } from '@baseplate/platform/moderation/reports/view'
import { subjectTypes } from '@baseplate/platform/moderation/subject-types'
import { listPage } from '#lib/server/page.ts'
import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = listPage(viewReports, {
  data: (list) => ({ list: { ...list, types: [...subjectTypes], categories: [...reportCategories] } }),
})
