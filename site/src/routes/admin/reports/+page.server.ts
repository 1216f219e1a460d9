import type { PageServerLoad } from './$types'

/** Programs get the data of the page, which is the list of its layout. */
export const load: PageServerLoad = async ({ parent }) => (await parent()).list
