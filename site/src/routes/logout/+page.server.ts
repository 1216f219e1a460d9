import { redirect } from '@sveltejs/kit'
import { takeDestination } from '#lib/server/destination.ts'
import { signOut } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

/** Signing out is a form, so that a link cannot do it. The page itself has no content. */
export const load: PageServerLoad = () => {
  redirect(302, '/')
}

export const actions: Actions = {
  /** Ends the session of the cookie. */
  default: async (event) => {
    await signOut(event)
    // The next user of this browser does not continue on this user's page.
    takeDestination(event)
    redirect(302, '/login')
  },
}
