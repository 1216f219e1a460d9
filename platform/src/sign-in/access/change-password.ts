import { replacePassword, type SecurityNotices, type Sender, useCase } from '../../accounts/door.ts'
import type { BrandingReader } from '../../foundation/branding.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { sha256 } from '../../foundation/ids.ts'
import { changePasswordInput } from '../input.ts'
import { endEmailChanges, endRecoveryLinks } from '../links/queries.ts'
import { type Confirming, confirmPassword, incorrectPassword } from '../passwords/confirm-password.ts'
import { type CheckingLeaks, refuseLeakedPassword } from '../passwords/leaked-passwords.ts'
import { warnOfWeakPassword } from '../passwords/password-advice.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { rotateSession } from '../sessions/rotate-session.ts'
import type { SessionWatch } from '../sessions/sessions.ts'
import { deleteOtherSessions } from './end-access.ts'

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
        branding: Pick<BrandingReader, 'read'>
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
