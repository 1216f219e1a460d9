import { type Proved, prove } from '@baseplate/platform/accounts/factors/prove'
import { isProofFresh } from '@baseplate/platform/accounts/factors/rules'
import { type Actor, permissionLevel } from '@baseplate/platform/accounts/rules'

import type { RequestEvent } from '@sveltejs/kit'
import { type Acting, staffAction } from './form.ts'
import { deviceOf, sessionTokenOf, setSessionCookie } from './session.ts'

/**
 * Makes a form action whose verb demands a fresh proof of the user's identity. The form may carry the proof in the field
 * `proofpassword`, which pages show after the verb has refused.
 */
export const provenAction = <Event extends RequestEvent, Result extends object | undefined>(
  form: string,
  act: (acting: Acting<Event>, fields: Record<string, string>) => Promise<Result>,
  { level = permissionLevel.user, askFirst }: ProvenOptions = {},
) =>
  staffAction(
    level,
    form,
    async ({ platform, actor, event }: Acting<Event>, { proofpassword, ...fields }) => {
      // The field is empty after a proof with a passkey.
      const isProved = proofpassword === '' && isProofFresh(actor, platform.now())
      if (proofpassword === undefined || isProved) return act({ platform, actor, event }, fields)
      const here = { ...deviceOf(event), token: sessionTokenOf(event) }
      const proved = await prove(platform, actor, { proofpassword, work: fields.work }, here)
      return act({ platform, actor: applyProof(event, proved), event }, fields)
    },
    askFirst,
  )

interface ProvenOptions {
  level?: number
  askFirst?: (fields: Record<string, string>) => boolean
}

/** Sends the session's new token and returns the actor with their proof. */
export function applyProof(event: RequestEvent, { actor, token }: Proved): Actor {
  if (token !== undefined) setSessionCookie(event, token)
  event.locals.actor = actor
  return actor
}
