import { viewReports } from '@baseplate/platform/moderation/door'
import { handles, operationWith } from '#lib/server/operation.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

/** Programs get the data of the page, which is the list of its layout. */
export const load: PageServerLoad = handles(
  operationWith(viewReports),
  async ({ parent }: PageServerLoadEvent) => (await parent()).list,
)
