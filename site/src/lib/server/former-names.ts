import { findPresentName } from '@baseplate/platform/accounts/door'
import { profilePath } from '@baseplate/platform/accounts/rules'
import { Refused } from '@baseplate/platform/foundation/errors'
import { type RequestEvent, redirect } from '@sveltejs/kit'

/** Loads a page of the user in the URL. Redirects from a former username to the same page at the present one. */
export async function atPresentName<View>(
  { locals, params, url }: Pick<RequestEvent, 'locals' | 'url'> & { params: { username: string } },
  view: () => Promise<View>,
): Promise<View> {
  try {
    return await view()
  } catch (error) {
    if (!(error instanceof Refused) || error.problem.code !== 'accounts.not_found') throw error
    const { db, now } = locals.platform
    const present = await findPresentName(db, params.username, now())
    if (present === undefined) throw error
    const rest = url.pathname.split('/').slice(3)
    redirect(308, [profilePath(present), ...rest].join('/') + url.search)
  }
}
