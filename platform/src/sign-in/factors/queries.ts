import { changeUser } from '../../accounts/door.ts'
import { type Factors, factorBits, factorsOf } from '../../accounts/factors/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { requestRotation } from '../sessions/queries.ts'

export const findTotpSecret = (db: Db, userId: string) =>
  db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Returns the second factors of an account. */
export async function findFactors(db: Db, userId: string): Promise<Factors> {
  const user = await db.selectFrom('users').select('factors').where('id', '=', userId).executeTakeFirst()
  return factorsOf(user?.factors ?? 0)
}

/**
 * Updates the stored kinds of second factor of an account, in the transaction that adds or removes a factor. The caller has locked
 * the user. The account's sessions get new tokens. Without any factor, recovery codes have no use and are deleted.
 */
export async function updateFactors(trx: Db, userId: string): Promise<Factors> {
  const totp = await trx
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed', 'is not', null)
    .executeTakeFirst()
  const passkey = await trx
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  const factors = (totp ? factorBits.totp : 0) | (passkey ? factorBits.passkey : 0)
  await changeUser(trx, userId, { factors })
  await requestRotation(trx, userId)
  if (factors === 0) await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  return factorsOf(factors)
}

/** Whether any account has an authenticator app. */
export const hasTotpSecrets = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('totp_secrets').select('user_id').limit(1).executeTakeFirst()) !== undefined

/** Returns the encrypted secret of any account; undefined when no account has an authenticator app. */
export const findAnyTotpSecret = (db: Db) =>
  db.selectFrom('totp_secrets').select(['user_id', 'secret']).limit(1).executeTakeFirst()

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
