import { type Sender, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { proofInput } from '../input.ts'
import { type Confirming, confirmPassword } from '../passwords/confirm-password.ts'
import { rotateSession } from '../sessions/rotate-session.ts'
import { type CheckingCodes, checkCode, spendCode } from './codes.ts'
import { isTotpCode, plainCode } from './rules.ts'

/** An actor who has just proved their identity. */
export interface Proved {
  actor: Actor
  /** The new token of the session; undefined: another request has replaced the old one. */
  token: string | undefined
}

/** @throws InvalidFields `proofpassword`; WorkRequired after too many wrong passwords; Refused `busy`, `limited` after too many codes. */
export const prove = useCase(
  {
    summary:
      "Takes the actor's password, or a code of their authenticator app, as a fresh proof of their identity.",
    scope: 'browser',
    input: proofInput,
  },
  async (
    platform: Confirming & CheckingCodes,
    actor,
    { proofpassword: given, work },
    { address, sessionToken: token }: Pick<Sender, 'address' | 'sessionToken'>,
  ): Promise<Proved> => {
    const proved = platform.now()
    // A password can look like a code.
    const candidate = await rightCode(platform, actor, given)
    if (candidate) {
      // Together, because a code that was spent without a proof could not be given again.
      const recorded = await platform.db.transaction().execute(async (trx) => {
        const isSpent = await spendCode(trx, actor.id, candidate)
        return isSpent ? recordProof(trx, actor, token, proved) : undefined
      })
      if (recorded) return recorded
    }
    await confirmPassword(platform, actor, { password: given, field: 'proofpassword', address, work })
    return platform.db.transaction().execute((trx) => recordProof(trx, actor, token, platform.now()))
  },
)

async function rightCode(platform: CheckingCodes, actor: Actor, given: string) {
  const mayBeCode = actor.factors.totp && isTotpCode(plainCode(given))
  return mayBeCode ? checkCode(platform, actor.id, given) : undefined
}

/** Records a proof in the session inside the caller's transaction, and replaces its token, which now has more rights. */
export const recordProof = async (trx: Db, actor: Actor, token: string, now: number): Promise<Proved> => ({
  actor: { ...actor, proved: now },
  token: await rotateSession(trx, token, { now, proved: now }),
})
