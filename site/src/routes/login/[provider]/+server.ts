import { beginProviderSignIn } from '@baseplate/platform/accounts/providers/sign-in'
import { hasAccounts } from '@baseplate/platform/accounts/queries'
import { redirect } from '@sveltejs/kit'
import { setDestination } from '#lib/server/destination.ts'
import { withProviderProblem } from '#lib/server/providers.ts'
import { deviceOf } from '#lib/server/session.ts'
import { providerCookie } from '#lib/server/sign-in-cookie.ts'
import type { RequestHandler } from './$types'

/** Redirects to an identity provider. A link leads here, because forms may not redirect to other hosts. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = event.locals
  if (!(await hasAccounts(platform.db))) redirect(302, '/register')
  const purpose = event.url.searchParams.has('proof') ? 'proof' : 'sign-in'
  const { url, browser } = await withProviderProblem(event, () =>
    beginProviderSignIn(
      platform,
      { id: event.params.provider, purpose, browser: providerCookie.read(event) },
      deviceOf(event),
    ),
  )
  providerCookie.set(event, browser)
  if (actor && purpose === 'sign-in') setDestination(event, '/settings/security')
  redirect(302, url, { external: [new URL(url).origin] })
}
