import type { Clock } from '@baseplate/service/clock'
import { requireOwnAccount } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { InvalidFields, Refused } from '../../foundation/errors.ts'
import type { PasswordAttempts } from '../attacks/password-attempts.ts'
import { attemptAt } from '../sessions/login-addresses.ts'
import { hasPassword, verifyPassword } from './password-hash.ts'

export interface Confirming {
  db: Db
  now: Clock
  passwordAttempts: PasswordAttempts
}

/**
 * Verifies the password of the actor and returns their account. Wrong passwords count towards the limits of the login.
 *
 * @param field name of the form's password field.
 * @param work field `work` of the request.
 * @throws InvalidFields at that field; WorkRequired after too many wrong passwords; Refused `busy`, `conflict` without a password.
 */
export async function confirmPassword(
  platform: Confirming,
  actor: Actor,
  {
    password,
    field,
    address,
    work,
  }: { password: string; field: string; address: string; work: string | undefined },
) {
  const user = await requireOwnAccount(platform.db, actor)
  if (!hasPassword(user.password_hash)) throw new Refused('accounts.password_not_set')
  const isRight = await platform.passwordAttempts.try(
    attemptAt(platform, user.username, { address, work }),
    () => verifyPassword(password, user.password_hash),
  )
  if (!isRight) throw incorrectPassword(field)
  return user
}

export const incorrectPassword = (field: string) =>
  new InvalidFields({ [field]: 'accounts.password_incorrect' })
