import { openNotification, viewLink } from '@baseplate/platform/notifications/door'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { page } from '#lib/server/page.ts'
import type { Actions, PageServerLoad, RequestEvent } from './$types'

/** The address of a notification names it. */
const params = { id: String }

export const load: PageServerLoad = page(viewLink, {
  params,
  data: ({ link }) => redirect(302, link),
})

export const actions: Actions = {
  // Without a page to show a failure, it is an error page.
  default: handles(operationWith(openNotification, params), async (event: RequestEvent) => {
    const { platform, actor } = asActor(event)
    const { link } = await openNotification(platform, actor, { id: event.params.id })
    redirect(303, link)
  }),
}
