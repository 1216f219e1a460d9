import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { hasPassword } from '../passwords/password-hash.ts'
import { issuerKey, spellingsOf } from './rules.ts'
import type { WaitingIdentity } from './waiting-identities.ts'

type Identity = Pick<WaitingIdentity, 'issuer' | 'subject'>

/** Returns the account that a provider's account signs in to. */
export const findLinkedUser = (db: Db, { issuer, subject }: Identity) =>
  db
    .selectFrom('linked_identities')
    .select('user_id')
    .where('issuer', 'in', spellingsOf(issuer))
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Links a provider's account in the caller's transaction. Fails with a conflict if either side is linked already. */
export const addLinkedIdentity = (trx: Db, userId: string, { issuer, subject }: Identity, now: number) =>
  trx
    .insertInto('linked_identities')
    .values({ issuer, subject, user_id: userId, created: now, last_used: now })
    .execute()

/** Unlinks the accounts of providers that were linked to an account from a time on, in the caller's transaction. */
export const unlinkIdentitiesSince = (trx: Db, userId: string, since: number) =>
  trx.deleteFrom('linked_identities').where('user_id', '=', userId).where('created', '>=', since).execute()

/** Returns the ways to sign in that do not need a passkey: the linked identities, and whether there is a password. */
export async function viewSignInWays(
  { db, config }: { db: Db; config: Pick<Config, 'SignIn'> },
  userId: string,
) {
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('linked_identities')
    .select(['issuer', 'created', 'last_used as lastUsed'])
    .where('user_id', '=', userId)
    .orderBy('created')
    .execute()
  const identities = rows.map((row) => {
    const provider = config.SignIn.Providers.find(({ Issuer }) => issuerKey(Issuer) === issuerKey(row.issuer))
    // The operator may have removed the provider since.
    return { ...row, name: provider?.Name ?? row.issuer, usable: provider !== undefined }
  })
  const linked = new Set(rows.map(({ issuer }) => issuerKey(issuer)))
  return {
    hasPassword: user !== undefined && hasPassword(user.password_hash),
    identities,
    linkable: config.SignIn.Providers.filter(({ Issuer }) => !linked.has(issuerKey(Issuer))).map(
      ({ Id, Name }) => ({
        id: Id,
        name: Name,
      }),
    ),
  }
}
