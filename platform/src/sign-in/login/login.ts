import {
  findUserByName,
  type KnownPassword,
  lockIfPasswordUnchanged,
  openUseCase,
  replacePassword,
  type SecurityNotices,
} from '../../accounts/door.ts'
import { hasFactor } from '../../accounts/factors/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { refusalOf } from '../../foundation/unavailable.ts'
import type { PasswordAttempts } from '../attacks/password-attempts.ts'
import { type Candidate, type CheckingCodes, checkCode, spendCode } from '../factors/codes.ts'
import { findFactors } from '../factors/queries.ts'
import { loginInput } from '../input.ts'
import { hashPassword, isWeakHash, verifyNothing, verifyPassword } from '../passwords/password-hash.ts'
import { enter } from '../sessions/enter.ts'
import { attemptAt } from '../sessions/login-addresses.ts'
import { addPendingSignIn } from '../sessions/pending-sign-ins.ts'
import type { Device } from '../sessions/sessions.ts'
import { SecondFactorRequired, wrongCode } from './complete-sign-in.ts'

const incorrect = { password: 'accounts.credentials_invalid' } as const

interface LoggingIn extends CheckingCodes {
  passwordAttempts: PasswordAttempts
  securityNotices: SecurityNotices
}

/**
 * Replaces a hash that was made with weaker parameters than today's.
 *
 * @throws InvalidFields with the same message for an unknown name and a wrong password, or `code`; SecondFactorRequired without the
 * code of an account with a second factor; WorkRequired after too many wrong passwords; Refused `busy`, `limited` after too many
 * codes.
 */
export const login = openUseCase(
  {
    summary: 'Signs in with a password, and a code if the account has an authenticator app.',
    scope: 'browser',
    input: loginInput,
  },
  async (
    platform: LoggingIn,
    _visitor,
    { username, password, code, work },
    device: Device,
  ): Promise<string> => {
    const { db, passwordAttempts } = platform
    const user = await findUserByName(db, username)
    const isRight = await passwordAttempts.try(
      attemptAt(platform, username, { address: device.address, work }),
      () => (user ? verifyPassword(password, user.password_hash) : verifyNothing(password)),
    )
    if (!user || !isRight) throw new InvalidFields(incorrect)
    const proof =
      code === undefined || user.factors === 0
        ? undefined
        : { candidate: await checkCode(platform, user.id, code) }
    const outcome =
      (await startSession(platform, { user, proof }, device)) ??
      (await retrySession(platform, { username, password, proof }, device))
    if (outcome === undefined) throw new InvalidFields(incorrect)
    if (isWeakHash(user.password_hash)) await strengthenHash(db, user, password)
    if ('pending' in outcome) throw new SecondFactorRequired(outcome.pending)
    return outcome.token
  },
)

/** The code that came with the password. */
type Proof = { candidate: Candidate | undefined } | undefined

/** The token of a session, or of a sign-in that waits for the second factor. */
type Outcome = { token: string } | { pending: string }

/** Returns undefined when the stored hash has changed since it was verified. */
async function startSession(
  { securityNotices, now }: LoggingIn,
  { user, proof }: { user: KnownPassword; proof: Proof },
  device: Device,
): Promise<Outcome | undefined> {
  return securityNotices.transaction(user.id, async (trx, tell) => {
    // A password change ends all sessions, so no session may start with the old password afterwards.
    if (!(await lockIfPasswordUnchanged(trx, user))) return undefined
    if (hasFactor(await findFactors(trx, user.id))) {
      if (!proof) return { pending: await addPendingSignIn(trx, user.id, now()) }
      if (!(await spendCode(trx, user.id, proof.candidate))) throw wrongCode()
      if (proof.candidate?.kind === 'recovery') tell({ event: 'recovery_code_used', values: {} })
    }
    return { token: await enter(trx, user.id, device, { now: now(), tell }) }
  })
}

/** Another login may have strengthened the hash of the same password, so the new one is verified once. */
async function retrySession(
  platform: LoggingIn,
  { username, password, proof }: { username: string; password: string; proof: Proof },
  device: Device,
): Promise<Outcome | undefined> {
  const user = await findUserByName(platform.db, username)
  if (!user || !(await verifyPassword(password, user.password_hash))) return undefined
  return startSession(platform, { user, proof }, device)
}

/**
 * Replaces a weak hash. Under load, or while the database is unavailable, this is left to the next login, because the current one has
 * succeeded already.
 */
async function strengthenHash(db: Db, user: KnownPassword, password: string): Promise<void> {
  try {
    await replacePassword(db, user, await hashPassword(password))
  } catch (error) {
    if (!refusalOf(error)) throw error
  }
}
