import type { Clock } from '@baseplate/service/clock'
import { isConflict } from '@baseplate/storage/database/conflict'
import { lockUser, openUseCase, type SecurityNotices, type Sender, useCase } from '../../accounts/door.ts'
import { requireFreshProof } from '../../accounts/factors/rules.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { noInput } from '../../foundation/input.ts'
import { issuerInput } from '../input.ts'
import { addLinkedIdentity, viewSignInWays } from './queries.ts'
import { findWaitingIdentity, spendWaitingIdentity } from './waiting-identities.ts'

interface Linking {
  db: Db
  now: Clock
  config: Pick<Config, 'SignIn'>
  securityNotices: SecurityNotices
}

/**
 * The fresh proof shows that the actor's account is theirs, too.
 *
 * @throws Refused `forbidden` without a fresh proof; `invalid` if the browser has not signed in at a provider; `conflict` if either account
 * is linked to another.
 */
export const linkIdentity = useCase(
  {
    summary: "Links the provider's account that the actor's browser has signed in to.",
    scope: 'browser',
    proof: true,
    input: noInput,
  },
  async (
    platform: Linking,
    actor,
    _nothing,
    { providerToken: browser }: Pick<Sender, 'providerToken'>,
  ): Promise<void> => {
    requireFreshProof(actor, platform.now())
    const identity = await findWaitingIdentity(platform, browser)
    if (browser === undefined || !identity) throw new Refused('accounts.provider_expired')
    const { Name: provider } = identity.provider
    try {
      await platform.securityNotices.transaction(actor.id, async (trx, tell) => {
        await lockUser(trx, actor.id)
        if (!(await spendWaitingIdentity(trx, browser))) throw new Refused('accounts.provider_expired')
        await addLinkedIdentity(trx, actor.id, identity, platform.now())
        tell({ event: 'provider_linked', values: { provider } })
      })
    } catch (error) {
      throw isConflict(error) ? new Refused('accounts.identity_taken', { provider }) : error
    }
  },
)

export const dropWaitingIdentity = openUseCase(
  {
    summary:
      "Forgets the provider's account that a browser has signed in to, for a user who does not link it.",
    scope: 'browser',
    input: noInput,
  },
  async (
    { db }: { db: Db },
    _visitor,
    _nothing,
    { providerToken }: Pick<Sender, 'providerToken'>,
  ): Promise<void> => {
    if (providerToken !== undefined) await spendWaitingIdentity(db, providerToken)
  },
)

/** @throws Refused `forbidden` without a fresh proof; `conflict` if the actor could not sign in any more. */
export const unlinkIdentity = useCase(
  {
    summary: "Unlinks a provider's account. Does nothing if it is not linked.",
    scope: 'browser',
    proof: true,
    input: issuerInput,
  },
  async (platform: Linking, actor, { issuer }): Promise<void> => {
    const { config, now, securityNotices } = platform
    requireFreshProof(actor, now())
    await securityNotices.transaction(actor.id, async (trx, tell) => {
      await lockUser(trx, actor.id)
      const { hasPassword, identities } = await viewSignInWays({ db: trx, config }, actor.id)
      const unlinked = identities.find((identity) => identity.issuer === issuer)
      if (!unlinked) return
      // Passkeys do not count: some cannot verify their user, and then do not sign in alone.
      const others = identities.filter(({ usable }) => usable).filter((identity) => identity !== unlinked)
      if (!hasPassword && others.length === 0) throw new Refused('accounts.last_way_to_sign_in')
      await trx
        .deleteFrom('linked_identities')
        .where('user_id', '=', actor.id)
        .where('issuer', '=', issuer)
        .execute()
      tell({ event: 'provider_unlinked', values: { provider: unlinked.name } })
    })
  },
)
