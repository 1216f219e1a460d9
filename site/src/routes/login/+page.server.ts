import { factorsOf } from '@baseplate/platform/accounts/factors/rules'
import {
  beginSignIn,
  completeSignIn,
  findPendingSignIn,
  login,
  loginInput,
  relyingPartyOf,
  SecondFactorRequired,
  signInWithPasskey,
} from '@baseplate/platform/sign-in/door'
import { type RequestEvent, redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { takeDestination, viewDestination } from '#lib/server/destination.ts'
import { formAction } from '#lib/server/form.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { providerProblem, waitingIdentityOf } from '#lib/server/providers.ts'
import { senderOf } from '#lib/server/route-call.ts'
import { setSessionCookie } from '#lib/server/session.ts'
import { signInCookie } from '#lib/server/sign-in-cookie.ts'
import type { Actions, PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = handles(
  {
    reads: ['deleted', 'problem', 'provider'],
    scope: 'browser',
    summary: 'Returns the ways to sign in, and whether a code is expected now.',
  },
  async (event: PageServerLoadEvent) => {
    if (event.locals.actor) redirect(302, takeDestination(event))
    const { platform } = event.locals
    return {
      recoveryAvailable: platform.recovery.available,
      destination: await viewDestination(event),
      passkeysAvailable: relyingPartyOf(platform.config) !== undefined,
      pending: await viewPending(event),
      problem: providerProblem(event),
      /** Days in which a user who has just deleted the account can keep it; null for everyone else. */
      keepDays: event.url.searchParams.has('deleted') ? platform.config.Deletion.WaitDays : null,
    }
  },
)

/** Returns the account whose password this browser has given; null if it has given none. */
async function viewPending(event: RequestEvent) {
  const { platform } = event.locals
  const token = signInCookie.read(event)
  const user = token && (await findPendingSignIn(platform.db, token, platform.now()))
  return user ? { username: user.username, ...factorsOf(user.factors) } : null
}

/** Signs in with the password, and a code if the account needs one, or with the code that follows the password. */
async function signIn(event: RequestEvent, fields: Record<string, string>): Promise<string> {
  const { platform, actor } = event.locals
  const sender = senderOf(event)
  if (sender.signInToken !== undefined && fields.code !== undefined && fields.password === undefined)
    return completeSignIn(platform, actor, fields, sender)
  try {
    return await login(platform, actor, fields, sender)
  } catch (error) {
    if (error instanceof SecondFactorRequired) signInCookie.set(event, error.pending)
    throw error
  }
}

async function enter(event: RequestEvent, start: () => Promise<string>): Promise<never> {
  // A user who came from an identity provider is asked whether to link its account. The destination is kept until then.
  const isLinking = (await waitingIdentityOf(event)) !== undefined
  const token = await start()
  const destination = isLinking ? '/login/identity' : takeDestination(event)
  signInCookie.clear(event)
  setSessionCookie(event, token)
  redirect(302, destination)
}

export const actions: Actions = {
  // A plain `POST /login`: see `nameLoginAction`. After the password, its code comes alone.
  password: handles(
    operationWith({ ...login, input: loginInput.partial() }),
    formAction('login', async (event: RequestEvent, fields) => enter(event, () => signIn(event, fields))),
  ),
  startover: handles(
    { scope: 'browser', summary: 'Forgets a sign-in that waits for its second factor.' },
    formAction('login', async (event: RequestEvent) => {
      signInCookie.clear(event)
      redirect(302, '/login')
    }),
  ),
  passkeybegin: action('passkey', beginSignIn, {
    done: ({ token, options }, { event }) => {
      signInCookie.set(event, token)
      return { options }
    },
  }),
  passkeyfinish: handles(
    operationWith(signInWithPasskey),
    formAction('passkey', async (event: RequestEvent, fields) => {
      const { platform, actor } = event.locals
      return enter(event, () => signInWithPasskey(platform, actor, fields, senderOf(event)))
    }),
  ),
}
