import { type RequestEvent, redirect } from '@sveltejs/kit'
import { takeDestination } from '#lib/server/destination.ts'
import { handles } from '#lib/server/operation.ts'
import { signOut } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = handles(
  {
    scope: 'browser',
    summary: 'Signing out is a form, so that a link cannot do it. The page itself has no content.',
  },
  () => {
    redirect(302, '/')
  },
)

export const actions: Actions = {
  default: handles(
    { scope: 'browser', summary: 'Ends the session of the cookie.' },
    async (event: RequestEvent) => {
      await signOut(event)
      // The next user of this browser does not continue on this user's page.
      takeDestination(event)
      redirect(302, '/login')
    },
  ),
}
