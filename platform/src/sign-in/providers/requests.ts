import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { newSignInToken, sha256 } from '../../foundation/ids.ts'
import { type Provider, providerLifetime } from './rules.ts'
import type { ProviderPurpose } from './tables.ts'

interface Requesting {
  db: Db
  now: Clock
}

/** Makes the secrets of a request to a provider. */
export const makeSecrets = (purpose: ProviderPurpose) => ({
  state: newSignInToken(),
  nonce: newSignInToken(),
  verifier: newSignInToken(),
  isProof: purpose === 'proof',
})

/** Stores a request, so that any site process can take its answer from the same browser. */
export async function addRequest(
  { db, now }: Requesting,
  provider: Provider,
  {
    browser,
    purpose,
    secrets,
  }: { browser: string; purpose: ProviderPurpose; secrets: ReturnType<typeof makeSecrets> },
): Promise<void> {
  await db
    .insertInto('provider_requests')
    .values({
      state_hash: sha256(secrets.state),
      bound_to: sha256(browser),
      provider: provider.Id,
      purpose,
      nonce: secrets.nonce,
      verifier: secrets.verifier,
      expires: now() + providerLifetime,
    })
    .execute()
}

/**
 * Uses up the request that an answer belongs to. One of several simultaneous answers wins.
 *
 * @throws Refused `invalid` if there is none: it was used, has expired, or belongs to another browser or provider.
 */
export async function spendRequest(
  { db, now }: Requesting,
  provider: Provider,
  { browser, state }: { browser: string; state: string },
) {
  const request = await db
    .deleteFrom('provider_requests')
    .where('state_hash', '=', sha256(state))
    .where('bound_to', '=', sha256(browser))
    .where('provider', '=', provider.Id)
    .where('expires', '>', now())
    .returning(['purpose', 'nonce', 'verifier'])
    .executeTakeFirst()
  if (!request) throw new Refused('accounts.provider_expired')
  const { purpose, nonce, verifier } = request
  return { purpose, secrets: { state, nonce, verifier, isProof: purpose === 'proof' } }
}

export async function sweepProviderRequests({ db, now }: Requesting): Promise<void> {
  await db.deleteFrom('provider_requests').where('expires', '<=', now()).execute()
  await db.deleteFrom('waiting_identities').where('expires', '<=', now()).execute()
}
