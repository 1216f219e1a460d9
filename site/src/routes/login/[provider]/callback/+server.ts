import { finishProviderSignIn } from '@baseplate/platform/sign-in/door'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { takeDestination } from '#lib/server/destination.ts'
import { handles } from '#lib/server/operation.ts'
import { applyProof } from '#lib/server/proven-action.ts'
import { withProviderProblem } from '#lib/server/providers.ts'
import { senderOf } from '#lib/server/route-call.ts'
import { setSessionCookie } from '#lib/server/session.ts'
import { signInCookie } from '#lib/server/sign-in-cookie.ts'
import type { RequestHandler } from './$types'

const { scope, summary } = finishProviderSignIn

export const GET: RequestHandler = handles(
  { reads: ['state'], scope, summary },
  async (event: RequestEvent) => {
    const { platform, actor } = event.locals
    const answer = { provider: event.params.provider, query: event.url.searchParams }
    const outcome = await withProviderProblem(event, () =>
      finishProviderSignIn(platform, actor, answer, senderOf(event)),
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
  },
)
