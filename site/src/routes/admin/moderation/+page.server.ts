import { viewModerated } from '@baseplate/platform/moderation/door'
import { moderationActions } from '#lib/server/moderation-actions.ts'
import { listPage } from '#lib/server/page.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = listPage(viewModerated)

export const actions: Actions = moderationActions
