import { viewThread } from '@baseplate/platform/people/door'
import { page } from '#lib/server/page.ts'
import { postActions } from '#lib/server/post-actions.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewThread, { params: { id: String } })

export const actions = postActions
