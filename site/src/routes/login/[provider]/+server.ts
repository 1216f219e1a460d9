import { hasAccounts } from '@baseplate/platform/accounts/door'
import { beginProviderSignIn } from '@baseplate/platform/sign-in/door'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { setDestination } from '#lib/server/destination.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { withProviderProblem } from '#lib/server/providers.ts'
import { queryOf } from '#lib/server/request-url.ts'
import { fieldsOf, senderOf } from '#lib/server/route-call.ts'
import { providerCookie } from '#lib/server/sign-in-cookie.ts'
import type { RequestHandler } from './$types'

const params = { provider: String }

/** A link leads here, because forms may not redirect to other hosts. */
export const GET: RequestHandler = handles(
  operationWith(beginProviderSignIn, params),
  async (event: RequestEvent) => {
    const { platform, actor } = event.locals
    if (!(await hasAccounts(platform.db))) redirect(302, '/register')
    const given = { ...queryOf(event), ...fieldsOf(event, params) }
    const { url, browser } = await withProviderProblem(event, () =>
      beginProviderSignIn(platform, actor, given, senderOf(event)),
    )
    providerCookie.set(event, browser)
    if (actor && !event.url.searchParams.has('proof')) setDestination(event, '/settings/security')
    redirect(302, url, { external: [new URL(url).origin] })
  },
)
