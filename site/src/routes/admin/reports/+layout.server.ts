import { subjectTypes, viewReports } from '@baseplate/platform/moderation/door'
import { reportCategories } from '@baseplate/platform/moderation/reports/rules'
import { listPage } from '#lib/server/page.ts'
import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = listPage(viewReports, {
  data: (list) => ({ list: { ...list, types: [...subjectTypes], categories: [...reportCategories] } }),
})
