import type { Clock } from '@baseplate/service/clock'
import { replacePassword, requireOwnAccount, type SecurityNotices, useCase } from '../../accounts/door.ts'
import { requireFreshProof } from '../../accounts/factors/rules.ts'
import type { BrandingReader } from '../../foundation/branding.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { setPasswordInput } from '../input.ts'
import { type CheckingLeaks, refuseLeakedPassword } from './leaked-passwords.ts'
import { warnOfWeakPassword } from './password-advice.ts'
import { hashPassword, hasPassword } from './password-hash.ts'

/** @throws InvalidFields; Refused `forbidden` without a fresh proof; `conflict` if the account has a password; `busy`. */
export const setPassword = useCase(
  {
    summary: 'Sets the first password of an account that an identity provider signs in to.',
    scope: 'browser',
    proof: true,
    input: setPasswordInput,
  },
  async (
    platform: CheckingLeaks & {
      db: Db
      now: Clock
      branding: Pick<BrandingReader, 'read'>
      securityNotices: SecurityNotices
    },
    actor,
    { npassword: password, weakpassword },
  ): Promise<void> => {
    requireFreshProof(actor, platform.now())
    const user = await requireOwnAccount(platform.db, actor)
    if (hasPassword(user.password_hash)) throw new Refused('accounts.password_set_already')
    await refuseLeakedPassword(platform, password, 'npassword')
    await warnOfWeakPassword(platform, { password, weakpassword }, [actor.username, user.email])
    const password_hash = await hashPassword(password)
    await platform.securityNotices.transaction(user.id, async (trx, tell) => {
      if (!(await replacePassword(trx, user, password_hash)))
        throw new Refused('accounts.password_set_already')
      tell({ event: 'password_changed', values: {} })
    })
  },
)
