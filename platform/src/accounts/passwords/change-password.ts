import { InvalidFields } from '../../foundation/errors.ts'
import type { IdentityReader } from '../../foundation/identity.ts'
import { sha256 } from '../../foundation/ids.ts'
import { replacePassword } from '../change-user.ts'
import { endEmailChanges } from '../emails/queries.ts'
import { deleteOtherSessions } from '../end-access.ts'
import { changePasswordInput } from '../input.ts'
import type { SecurityNotices } from '../security-notices.ts'
import { type Confirming, confirmPassword, incorrectPassword } from '../sessions/confirm-password.ts'
import { rotateSession } from '../sessions/rotate-session.ts'
import type { SessionWatch } from '../sessions/sessions.ts'
import { type Sender, useCase } from '../use-case.ts'
import { type CheckingLeaks, refuseLeakedPassword } from './leaked-passwords.ts'
import { warnOfWeakPassword } from './password-advice.ts'
import { hashPassword } from './password-hash.ts'
import { endRecoveryLinks } from './recovery-links.ts'

/** @throws InvalidFields; WorkRequired after too many wrong passwords; Refused `busy`. */
export const changePassword = useCase(
  {
    summary:
      "Changes the actor's password and ends their other sessions. Returns the new token of the session that stays; undefined: it has ended.",
    scope: 'browser',
    input: changePasswordInput,
  },
  async (
    platform: Confirming &
      CheckingLeaks & {
        inbox: SessionWatch
        identity: Pick<IdentityReader, 'read'>
        securityNotices: SecurityNotices
      },
    actor,
    { cpassword, npassword, weakpassword, work },
    { address, sessionToken: token }: Pick<Sender, 'address' | 'sessionToken'>,
  ): Promise<string | undefined> => {
    const user = await confirmPassword(platform, actor, {
      password: cpassword,
      field: 'cpassword',
      address,
      work,
    })
    if (npassword === cpassword) {
      throw new InvalidFields({ npassword: 'accounts.password_unchanged' })
    }
    await refuseLeakedPassword(platform, npassword, 'npassword')
    await warnOfWeakPassword(platform, { password: npassword, weakpassword }, [actor.username, user.email])
    const password_hash = await hashPassword(npassword)
    const now = platform.now()
    const rotated = await platform.securityNotices.transaction(user.id, async (db, tell) => {
      if (!(await replacePassword(db, user, password_hash))) throw incorrectPassword('cpassword')
      await deleteOtherSessions(db, user.id, sha256(token))
      await endRecoveryLinks(db, user.id, now)
      await endEmailChanges(db, user.id, now)
      tell({ event: 'password_changed', values: {} })
      return rotateSession(db, token, { now, proved: now })
    })
    platform.inbox.recheckSessions(user.id)
    return rotated
  },
)
