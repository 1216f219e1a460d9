import { type Clock, hour } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import type { LimitCounts } from '../../foundation/limit-counts.ts'
import { createLimit, type Limit } from '../../foundation/limits.ts'
import { findTotpSecret } from './queries.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { isTotpCode, plainCode } from './rules.ts'
import { stepOfCode } from './totp.ts'
import type { TotpKey } from './totp-key.ts'

/**
 * Limits the codes entered for one account, right or wrong, from any address. Three of a million codes are valid at any moment, so
 * a thief who knows the password guesses one within a day with a probability of 0.15 %.
 */
export const createCodeLimit = (counts: LimitCounts): Limit =>
  createLimit(counts, { points: 20, windowSeconds: hour / 1000, code: 'accounts.too_many_codes' })

export interface CheckingCodes {
  db: Db
  now: Clock
  codeLimit: Limit
  totpKey: TotpKey
}

/** A typed code that may be right. `spendCode` decides. */
export type Candidate = { kind: 'totp'; secret: string; step: number } | { kind: 'recovery'; plain: string }

/**
 * Returns the kind of a typed code: one that the authenticator app shows now, or what may be a recovery code. Returns undefined if
 * an app's code is wrong. Secrets are decrypted here, outside any transaction.
 *
 * @throws Refused `limited` after too many codes.
 */
export async function checkCode(
  { db, now, codeLimit, totpKey }: CheckingCodes,
  userId: string,
  typed: string,
): Promise<Candidate | undefined> {
  await codeLimit.spend(userId)
  const plain = plainCode(typed)
  if (!isTotpCode(plain)) return { kind: 'recovery', plain }
  const stored = await findTotpSecret(db, userId)
  if (!stored || stored.confirmed === null) return undefined
  const secret = await totpKey.decrypt(userId, stored.secret)
  const step = secret === undefined ? undefined : stepOfCode(secret, plain, now())
  return step === undefined ? undefined : { kind: 'totp', secret: stored.secret, step }
}

/** Uses up a code in the caller's transaction. Returns false if it is wrong or was used. One of several simultaneous uses wins. */
export async function spendCode(trx: Db, userId: string, candidate: Candidate | undefined): Promise<boolean> {
  if (!candidate) return false
  if (candidate.kind === 'recovery') return spendRecoveryCode(trx, userId, candidate.plain)
  const { numUpdatedRows } = await trx
    .updateTable('totp_secrets')
    .set({ last_step: candidate.step })
    .where('user_id', '=', userId)
    .where('secret', '=', candidate.secret)
    .where('last_step', '<', candidate.step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
