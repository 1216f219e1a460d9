import { type Clock, minute, second } from '@baseplate/service/clock'
import { addressGroup } from '@baseplate/service/network/address-group'
import { z } from 'zod'
import { lockUser, openUseCase, type SecurityNotices, type Sender } from '../../accounts/door.ts'
import { hasFactor } from '../../accounts/factors/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { newSignInToken } from '../../foundation/ids.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import { type Proved, recordProof } from '../factors/prove.ts'
import { findFactors } from '../factors/queries.ts'
import { enter } from '../sessions/enter.ts'
import { addPendingSignIn } from '../sessions/pending-sign-ins.ts'
import type { Device } from '../sessions/sessions.ts'
import type { Claims, ProviderClient } from './client.ts'
import { findLinkedUser } from './queries.ts'
import { addRequest, makeSecrets, spendRequest } from './requests.ts'
import { requireProvider, spellingsOf } from './rules.ts'
import type { ProviderPurpose } from './tables.ts'
import { addWaitingIdentity } from './waiting-identities.ts'

export interface UsingProviders {
  db: Db
  now: Clock
  config: Pick<Config, 'SignIn' | 'baseUrl'>
  providerClient: ProviderClient
}

/** Limits requests to providers, each of which is stored. */
export const createProviderLimit = (counts: LimitCounts): Limit =>
  createLimit(counts, {
    points: 100,
    windowSeconds: (10 * minute) / second,
    code: 'accounts.too_many_attempts_from_network',
  })

/** A browser without a token is at its first step. */
type Signing = Device & Pick<Sender, 'providerToken'>

/**
 * Returns the provider's page where a user signs in, and the token that their browser needs for `finishProviderSignIn`.
 *
 * @throws Refused `missing`; `limited`; `upstream` while the provider cannot be reached.
 */
export const beginProviderSignIn = openUseCase(
  {
    summary: 'Redirects to an identity provider.',
    scope: 'browser',
    input: z.object({
      /** Id of the provider in the configuration. */
      provider: z.string(),
      /** Present: the user proves their identity. Its value does not count. */
      proof: z.string().optional(),
    }),
  },
  async (
    platform: UsingProviders & { providerLimit: Limit },
    _visitor,
    { provider: id, proof },
    { address, isOwnMachine, providerToken }: Signing,
  ): Promise<{ url: string; browser: string }> => {
    const purpose: ProviderPurpose = proof === undefined ? 'sign-in' : 'proof'
    const provider = requireProvider(platform.config, id)
    if (!isOwnMachine) await platform.providerLimit.spend(addressGroup(address))
    const secrets = makeSecrets(purpose)
    const url = await platform.providerClient.authorizationUrl(provider, secrets)
    const token = providerToken ?? newSignInToken()
    await addRequest(platform, provider, { browser: token, purpose, secrets })
    return { url, browser: token }
  },
)

/** Outcome of a provider's response. */
type ProviderOutcome =
  /** The token of a new session. */
  | { kind: 'session'; token: string }
  /** The token of a sign-in that waits for the second factor of the account. */
  | { kind: 'pending'; token: string }
  | { kind: 'proved'; proved: Proved }
  /** No account is linked yet. `findWaitingIdentity` returns the provider's account. */
  | { kind: 'waiting' }
  /** The signed-in user has linked this account already. */
  | { kind: 'known' }

const answerInput = z.object({
  /** Id of the provider in the configuration. */
  provider: z.string(),
  /** As the provider sent it, because the protocol refuses a parameter that comes twice. */
  query: z.instanceof(URLSearchParams),
})

/**
 * @throws Refused `invalid` if the answer belongs to no request of this browser, or does not match it; `forbidden` if the provider
 * refuses; `conflict` if the provider's account belongs to another user; `upstream`.
 */
export const finishProviderSignIn = openUseCase(
  {
    summary: 'Handles the response of an identity provider: signs a user in, or proves their identity.',
    scope: 'browser',
    input: answerInput,
  },
  async (
    platform: UsingProviders & { securityNotices: SecurityNotices },
    actor,
    { provider: id, query },
    { providerToken: browser, sessionToken: session, ...device }: Signing & Pick<Sender, 'sessionToken'>,
  ): Promise<ProviderOutcome> => {
    const { db, now, config, providerClient } = platform
    const provider = requireProvider(config, id)
    const state = query.get('state')
    if (browser === undefined || state === null) throw new Refused('accounts.provider_expired')
    const { purpose, secrets } = await spendRequest(platform, provider, { browser, state })
    const claims = await providerClient.exchange(provider, query, secrets)
    const linked = await findLinkedUser(db, claims)
    if (purpose === 'proof') {
      if (!actor || linked?.user_id !== actor.id)
        throw new Refused('accounts.identity_not_linked', { provider: provider.Name })
      const proved = await db.transaction().execute((trx) => recordProof(trx, actor, session, now()))
      return { kind: 'proved', proved }
    }
    if (!linked) {
      await addWaitingIdentity(db, browser, { claims, provider, now: now() })
      return { kind: 'waiting' }
    }
    if (!actor) return startSession(platform, claims, { userId: linked.user_id, device })
    if (actor.id === linked.user_id) return { kind: 'known' }
    throw new Refused('accounts.identity_taken', { provider: provider.Name })
  },
)

/** Starts a session. The provider replaces the password, so an account with a second factor must still prove it. */
async function startSession(
  { securityNotices, now }: UsingProviders & { securityNotices: SecurityNotices },
  { issuer, subject }: Claims,
  { userId, device }: { userId: string; device: Device },
): Promise<ProviderOutcome> {
  return securityNotices.transaction(userId, async (trx, tell) => {
    await lockUser(trx, userId)
    const { numUpdatedRows } = await trx
      .updateTable('linked_identities')
      // An identity that was stored under another spelling of the issuer gets the metadata's.
      .set({ last_used: now(), issuer })
      .where('issuer', 'in', spellingsOf(issuer))
      .where('subject', '=', subject)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    // The owner has unlinked it meanwhile.
    if (numUpdatedRows === 0n) throw new Refused('accounts.provider_expired')
    if (hasFactor(await findFactors(trx, userId)))
      return { kind: 'pending', token: await addPendingSignIn(trx, userId, now()) }
    return { kind: 'session', token: await enter(trx, userId, device, { now: now(), tell }) }
  })
}
