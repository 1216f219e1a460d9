import { isProofFresh } from '@baseplate/platform/accounts/factors/rules'
import type { Actor } from '@baseplate/platform/accounts/rules'
import { type Proved, prove } from '@baseplate/platform/sign-in/door'
import type { RequestEvent } from '@sveltejs/kit'
import { senderOf } from './route-call.ts'
import { setSessionCookie } from './session.ts'

/**
 * Runs a verb that demands a fresh proof of the user's identity. The form may carry the proof in the field `proofpassword`, which
 * pages show after the verb has refused.
 */
export async function withProof<Result>(
  event: RequestEvent,
  actor: Actor,
  { proofpassword, ...fields }: Record<string, string>,
  act: (actor: Actor, fields: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const { platform } = event.locals
  // The field is empty after a proof with a passkey.
  const isProved = proofpassword === '' && isProofFresh(actor, platform.now())
  if (proofpassword === undefined || isProved) return act(actor, fields)
  const proved = await prove(platform, actor, { proofpassword, work: fields.work }, senderOf(event))
  return act(applyProof(event, proved), fields)
}

/** Sends the session's new token and returns the actor with their proof. */
export function applyProof(event: RequestEvent, { actor, token }: Proved): Actor {
  if (token !== undefined) setSessionCookie(event, token)
  event.locals.actor = actor
  return actor
}
