import { refusalOf } from '@baseplate/platform/foundation/unavailable'
import { findWaitingIdentity } from '@baseplate/platform/sign-in/door'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { textOf } from './language.ts'
import { isProgram } from './programs.ts'
import { providerCookie } from './sign-in-cookie.ts'

/** Returns the provider's account that this browser has signed in with and that is not linked to an account here yet. */
export const waitingIdentityOf = (event: RequestEvent) =>
  findWaitingIdentity(event.locals.platform, providerCookie.read(event))

/** Problems whose text names the provider. */
const naming = [
  'accounts.identity_not_linked',
  'accounts.identity_taken',
  'accounts.provider_answer_invalid',
  'accounts.provider_refused',
  'accounts.provider_unavailable',
] as const

/** Problems that the sign-in pages show. The URL names one by its code, so that no link can show another text. */
const shown = [
  ...naming,
  'accounts.provider_expired',
  'accounts.provider_unknown',
  'accounts.too_many_attempts_from_network',
] as const

/** Returns why a sign-in with an identity provider failed, from the URL that `withProviderProblem` made; null if none failed. */
export function providerProblem({ url, locals }: RequestEvent): string | null {
  const code = shown.find((one) => one === url.searchParams.get('problem'))
  if (code === undefined) return null
  const { Providers } = locals.platform.config.SignIn
  const provider = Providers.find(({ Id }) => Id === url.searchParams.get('provider'))?.Name
  if (provider === undefined && naming.some((one) => one === code))
    return textOf({ code: 'accounts.provider_unknown', values: {} })
  return textOf({ code, values: { provider: provider ?? '' } })
}

/**
 * Runs a step of a sign-in with an identity provider. A refusal leads a browser to the page where the user can choose another way.
 * A program gets the refusal itself.
 */
export async function withProviderProblem<Result>(
  event: RequestEvent,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    const refused = refusalOf(error)
    const code = refused?.problem.code
    if (isProgram(event.request) || !shown.some((one) => one === code)) throw error
    event.locals.retryAfter = refused?.retryAfter
    const query = new URLSearchParams({ problem: code ?? '', provider: event.params.provider ?? '' })
    redirect(302, `${event.locals.actor ? '/settings/security' : '/login'}?${query}`)
  }
}
