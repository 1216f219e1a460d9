import { lockUser, openUseCase, type SecurityNotices, type Sender } from '../../accounts/door.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import { type CheckingCodes, checkCode, spendCode } from '../factors/codes.ts'
import { codeInput } from '../input.ts'
import { enter } from '../sessions/enter.ts'
import { spendPendingSignIn } from '../sessions/pending-sign-ins.ts'
import { findPendingSignIn } from '../sessions/queries.ts'
import type { Device } from '../sessions/sessions.ts'

/** The password was right, and the account has a second factor. */
export class SecondFactorRequired extends Refused {
  /** Token of the pending sign-in, for the browser's cookie. */
  readonly pending: string

  constructor(pending: string) {
    super('accounts.second_factor_required')
    this.pending = pending
  }
}

/**
 * Returns the session's token.
 *
 * @throws InvalidFields `code`; Refused `unauthenticated` if the sign-in is not pending, `limited` after too many codes.
 */
export const completeSignIn = openUseCase(
  {
    summary: 'Completes a sign-in that waits for a code. A wrong code leaves the sign-in pending.',
    scope: 'browser',
    input: codeInput,
  },
  async (
    platform: CheckingCodes & { securityNotices: SecurityNotices },
    _visitor,
    { code },
    { signInToken: pending, ...device }: Device & Pick<Sender, 'signInToken'>,
  ): Promise<string> => {
    const { db, now } = platform
    const user = pending === undefined ? undefined : await findPendingSignIn(db, pending, now())
    if (pending === undefined || !user) throw new Refused('accounts.sign_in_expired')
    const candidate = await checkCode(platform, user.id, code)
    return platform.securityNotices.transaction(user.id, async (trx, tell) => {
      // With the lock, a concurrent change of the password ends either this sign-in or the session that it becomes.
      await lockUser(trx, user.id)
      if (!(await spendPendingSignIn(trx, pending))) throw new Refused('accounts.sign_in_expired')
      if (!(await spendCode(trx, user.id, candidate))) throw wrongCode()
      if (candidate?.kind === 'recovery') tell({ event: 'recovery_code_used', values: {} })
      return enter(trx, user.id, device, { now: now(), tell })
    })
  },
)

export const wrongCode = () => new InvalidFields({ code: 'accounts.code_incorrect' })
