import { type Clock, day } from '@baseplate/service/clock'
import { addressGroup } from '@baseplate/service/network/address-group'
import { usernameKey } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import type { PasswordAttempt } from '../attacks/attempt-book.ts'

/** An address is forgotten this long after the last login from it. */
const retention = 90 * day

/** Addresses that are remembered per account. A further one replaces the one of the oldest login. */
const maxAddresses = 100

/** Records the address of a login, in the transaction that signs the user in. */
export async function rememberLoginAddress(
  trx: Db,
  userId: string,
  address: string,
  now: number,
): Promise<void> {
  await trx
    .insertInto('login_addresses')
    .values({ user_id: userId, address: addressGroup(address), last_login: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ last_login: now }))
    .execute()
  const oldest = await trx
    .selectFrom('login_addresses')
    .select('address')
    .where('user_id', '=', userId)
    .orderBy('last_login', 'desc')
    .offset(maxAddresses)
    .limit(maxAddresses)
    .execute()
  if (oldest.length === 0) return
  const surplus = oldest.map((one) => one.address)
  await trx
    .deleteFrom('login_addresses')
    .where('user_id', '=', userId)
    .where('address', 'in', surplus)
    .execute()
}

/** Returns whether the account with this `usernameKey` was signed in to from the address. */
async function isKnownAddress(db: Db, account: string, address: string, now: number): Promise<boolean> {
  const login = await db
    .selectFrom('login_addresses')
    .innerJoin('users', 'users.id', 'login_addresses.user_id')
    .select('users.id')
    .where('username_key', '=', account)
    .where('address', '=', addressGroup(address))
    .where('last_login', '>', now - retention)
    .executeTakeFirst()
  return login !== undefined
}

/** Maximum number of logins that tell where logins come from. */
const sampleMax = 10_000

/** Lists the accounts and the addresses of logins since a time. */
export const listRecentLogins = (db: Db, since: number) =>
  db
    .selectFrom('login_addresses')
    .select(['user_id', 'address'])
    .where('last_login', '>', since)
    .limit(sampleMax)
    .execute()

/** Returns an attempt at the password of the account with this name, which need not exist. */
export function attemptAt(
  { db, now }: { db: Db; now: Clock },
  username: string,
  { address, work }: { address: string; work: string | undefined },
): PasswordAttempt {
  const account = usernameKey(username)
  return { account, address, work, isKnown: () => isKnownAddress(db, account, address, now()) }
}

/** Forgets the addresses of an account's sign-ins since a time, so that wrong passwords from there count again. */
export const forgetAddressesSince = (db: Db, userId: string, since: number) =>
  db.deleteFrom('login_addresses').where('user_id', '=', userId).where('last_login', '>=', since).execute()

export async function forgetLoginAddresses({ db, now }: { db: Db; now: Clock }): Promise<void> {
  await db
    .deleteFrom('login_addresses')
    .where('last_login', '<=', now() - retention)
    .execute()
}
