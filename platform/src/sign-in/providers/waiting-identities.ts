import type { Clock } from '@baseplate/service/clock'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { sha256 } from '../../foundation/ids.ts'
import type { Claims } from './client.ts'
import { type Provider, providerLifetime, suggestUsername } from './rules.ts'

/** A provider's account that a browser has signed in to and that is linked to no account here. */
export interface WaitingIdentity {
  provider: Provider
  issuer: string
  subject: string
  username: string
  email: string
}

/** Records that a browser has signed in at a provider. Replaces an earlier record of the browser. */
export async function addWaitingIdentity(
  db: Db,
  browser: string,
  { claims, provider, now }: { claims: Claims; provider: Provider; now: number },
): Promise<void> {
  const made = {
    provider: provider.Id,
    issuer: claims.issuer,
    subject: claims.subject,
    username: suggestUsername(claims.name),
    email: claims.email,
    expires: now + providerLifetime,
  }
  await db
    .insertInto('waiting_identities')
    .values({ bound_to: sha256(browser), ...made })
    .onConflict((conflict) => conflict.column('bound_to').doUpdateSet(made))
    .execute()
}

/** Returns the provider's account that awaits an account here; undefined: there is none. */
export async function findWaitingIdentity(
  { db, now, config }: { db: Db; now: Clock; config: Pick<Config, 'SignIn'> },
  browser: string | undefined,
): Promise<WaitingIdentity | undefined> {
  if (browser === undefined) return undefined
  const found = await db
    .selectFrom('waiting_identities')
    .select(['provider', 'issuer', 'subject', 'username', 'email'])
    .where('bound_to', '=', sha256(browser))
    .where('expires', '>', now())
    .executeTakeFirst()
  const provider = config.SignIn.Providers.find(({ Id }) => Id === found?.provider)
  return found && provider && { ...found, provider }
}

/** Deletes the record of `addWaitingIdentity`. Returns false if there is none. One of several simultaneous calls wins. */
export async function spendWaitingIdentity(trx: Db, browser: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('waiting_identities')
    .where('bound_to', '=', sha256(browser))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
