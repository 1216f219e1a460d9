import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { mailboxKey } from '../../foundation/mailbox.ts'
import { removeAllFactors } from '../factors/remove-factors.ts'
import { unlinkIdentitiesSince, viewSignInWays } from '../providers/queries.ts'
import { countTokens } from '../tokens/queries.ts'

/** The webhooks of users, which are a domain above accounts. */
export interface OwnWebhooks {
  count(db: Db, userId: string): Promise<number>
  /** Deletes the webhooks of a user that were created from a time on. */
  removeSince(trx: Db, userId: string, since: number): Promise<void>
}

/** Everything that opens an account or learns of its events, apart from the password and the sessions. */
export interface OtherAccess {
  /** Names of the identity providers whose accounts sign in. */
  providers: string[]
  passkeys: number
  authenticator: boolean
  tokens: number
  webhooks: number
}

export const isAny = ({ providers, passkeys, authenticator, tokens, webhooks }: OtherAccess): boolean =>
  providers.length + passkeys + tokens + webhooks > 0 || authenticator

export async function viewOtherAccess(
  { db, config, ownWebhooks }: { db: Db; config: Pick<Config, 'SignIn'>; ownWebhooks: OwnWebhooks },
  userId: string,
  now: number,
): Promise<OtherAccess> {
  const { identities } = await viewSignInWays({ db, config }, userId)
  const passkeys = await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).execute()
  const totp = await db
    .selectFrom('totp_secrets')
    .select('confirmed')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return {
    providers: identities.map(({ name }) => name),
    passkeys: passkeys.length,
    authenticator: totp?.confirmed != null,
    tokens: await countTokens(db, userId, now),
    webhooks: await ownWebhooks.count(db, userId),
  }
}

/**
 * Returns whether a link proves for the first time that its user has the account's mailbox. A thief may have created the account with
 * the address of another person, and added a way in of their own.
 */
export const isFirstProof = (link: { mailedTo: string | null; verified_email_key: string | null }): boolean =>
  link.mailedTo !== null && mailboxKey(link.mailedTo) !== link.verified_email_key

/**
 * Removes identities and webhooks of an account, in a transaction that has locked its row. Its tokens end with its sessions.
 *
 * @param factors whether the second factors go as well.
 */
export async function removeOtherAccess(
  { ownWebhooks }: { ownWebhooks: OwnWebhooks },
  trx: Db,
  { userId, factors }: { userId: string; factors: boolean },
): Promise<void> {
  await unlinkIdentitiesSince(trx, userId, 0)
  await ownWebhooks.removeSince(trx, userId, 0)
  if (!factors) return
  await removeAllFactors(trx, userId)
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}
