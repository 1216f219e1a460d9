import type { Db } from '../../database.ts'
import { addressGroup } from '../../foundation/address-group.ts'
import { type Clock, day } from '../../foundation/clock.ts'

/** An address from which nobody has signed in for this long is as good as any other. */
const rememberedFor = 90 * day

/** Notes, in the transaction that signs somebody in, where that was. */
export const rememberLoginAddress = (db: Db, userId: string, address: string, now: number) =>
  db
    .insertInto('login_addresses')
    .values({ user_id: userId, address: addressGroup(address), last_login: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ last_login: now }))
    .execute()

/** Whether the account has been signed in to from there. */
export const isLoginAddress = async (
  db: Db,
  { usernameKey, address, now }: { usernameKey: string; address: string; now: number },
): Promise<boolean> =>
  (await db
    .selectFrom('login_addresses')
    .innerJoin('users', 'users.id', 'login_addresses.user_id')
    .select('users.id')
    .where('username_key', '=', usernameKey)
    .where('address', '=', addressGroup(address))
    .where('last_login', '>', now - rememberedFor)
    .executeTakeFirst()) !== undefined

export async function forgetLoginAddresses({ db, now }: { db: Db; now: Clock }): Promise<void> {
  await db
    .deleteFrom('login_addresses')
    .where('last_login', '<=', now() - rememberedFor)
    .execute()
}
