import { finishProviderSignIn } from '@baseplate/platform/accounts/providers/sign-in'
import { redirect } from '@sveltejs/kit'
import { takeDestination } from '#lib/server/destination.ts'
import { applyProof } from '#lib/server/proven-action.ts'
import { withProviderProblem } from '#lib/server/providers.ts'
import { deviceOf, sessionTokenOf, setSessionCookie } from '#lib/server/session.ts'
import { providerCookie, signInCookie } from '#lib/server/sign-in-cookie.ts'
import type { RequestHandler } from './$types'

/** Handles the response of an identity provider. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = event.locals
  const answer = {
    id: event.params.provider,
    query: event.url.searchParams,
    browser: providerCookie.read(event),
    actor,
    session: sessionTokenOf(event),
  }
  const outcome = await withProviderProblem(event, () =>
    finishProviderSignIn(platform, answer, deviceOf(event)),
  )
  switch (outcome.kind) {
    case 'waiting':
      return redirect(302, '/login/identity')
    case 'pending':
      signInCookie.set(event, outcome.token)
      return redirect(302, '/login')
    case 'proved':
      applyProof(event, outcome.proved)
      return redirect(302, '/settings/security?proved')
    case 'session':
      setSessionCookie(event, outcome.token)
      return redirect(302, takeDestination(event))
    case 'known':
      return redirect(302, takeDestination(event))
  }
}
