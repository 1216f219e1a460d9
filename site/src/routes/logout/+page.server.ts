import { redirect } from '@sveltejs/kit'
import { signOut } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

/** Signing out is a form, so that a link cannot do it. The page itself has no content. */
export const load: PageServerLoad = () => {
  redirect(302, '/')
}

export const actions: Actions = {
  default: async (event) => {
    await signOut(event)
    redirect(302, '/login')
  },
}
