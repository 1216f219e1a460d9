import type { Db } from '../../foundation/database.ts'
import { newRecoveryCode, sha256 } from '../../foundation/ids.ts'
import { plainCode, recoveryCodeCount } from './rules.ts'

/** Replaces the recovery codes of an account and returns the new ones, in groups of six characters. They are shown once. */
export async function replaceRecoveryCodes(trx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: sha256(plainCode(code)) })))
    .execute()
  return codes
}

/** Uses up a recovery code. Returns false if the account has no such code, or it was used. */
export async function spendRecoveryCode(db: Db, userId: string, plain: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', sha256(plain))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
