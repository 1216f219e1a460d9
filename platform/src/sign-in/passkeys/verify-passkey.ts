import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { splitTransports } from './queries.ts'
import type { RelyingParty } from './relying-party.ts'
import { loadWebauthn } from './webauthn.ts'

/** A passkey that has signed a challenge. */
interface VerifiedPasskey {
  id: string
  userId: string
  counter: number
  newCounter: number
}

/**
 * Verifies that a registered passkey has signed a challenge.
 *
 * @param owner the account that the passkey must belong to. Without it, the passkey may belong to any account, and the authenticator
 * must have verified its user.
 * @throws Refused `invalid`
 */
export async function verifyPasskey(
  { db }: { db: Db },
  { id: expectedRPID, origin }: RelyingParty,
  { response, challenge, owner }: { response: string; challenge: string; owner: string | undefined },
): Promise<VerifiedPasskey> {
  const signed = parseResponse<AuthenticationResponseJSON>(response)
  const stored = await db.selectFrom('passkeys').selectAll().where('id', '=', signed.id).executeTakeFirst()
  if (!stored || (owner !== undefined && stored.user_id !== owner))
    throw new Refused('accounts.passkey_unknown')
  const { verifyAuthenticationResponse } = await loadWebauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: signed,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID,
    requireUserVerification: owner === undefined,
    credential: {
      id: stored.id,
      publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
      counter: stored.counter,
      transports: splitTransports(stored.transports),
    },
  }).catch(() => {
    throw new Refused('accounts.passkey_refused')
  })
  if (!verified) throw new Refused('accounts.passkey_refused')
  return {
    id: stored.id,
    userId: stored.user_id,
    counter: stored.counter,
    newCounter: authenticationInfo.newCounter,
  }
}

/** Records the use of a passkey in the caller's transaction. Returns false if it is removed, or its counter has changed. */
export async function recordPasskeyUse(
  trx: Db,
  { id, counter, newCounter }: VerifiedPasskey,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ counter: newCounter, last_used: now })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Parses the response of a browser, which the library then checks.
 *
 * @throws Refused `invalid`
 */
export function parseResponse<Response extends { id: string }>(json: string): Response {
  try {
    const parsed = JSON.parse(json) as Response
    if (typeof parsed?.id === 'string') return parsed
  } catch {
    // Refused below, like any other response that no browser sends.
  }
  throw new Refused('accounts.passkey_refused')
}
