import type { z } from 'zod'
import { hasAccounts, recordAction, whyNameRefused } from '../../accounts/door.ts'
import { operator, permissionLevel } from '../../accounts/rules.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { setPermissionLevel } from '../access/set-permission-level.ts'
import { createUserInput } from '../input.ts'
import { refuseLeakedPassword } from '../passwords/leaked-passwords.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { type Adding, addAccount } from './create-account.ts'

interface Created {
  username: string
  permissionLevel: number
}

/**
 * Creates an account of any level for the operator, who may use reserved names and needs no registration key. The first account is
 * the administrator's.
 *
 * @throws InvalidFields; Refused `busy`.
 */
export async function createUser(
  platform: Adding,
  input: z.input<typeof createUserInput>,
  level: number,
): Promise<Created> {
  const isFirst = !(await hasAccounts(platform.db))
  const { username, password } = parseInput(createUserInput, input)
  if (isFirst && level !== permissionLevel.administrator)
    throw new InvalidFields({ level: 'accounts.first_account_level' })
  const problem = await whyNameRefused(platform, username, { isFirst: true })
  if (problem !== undefined) throw new InvalidFields({ username: problem })
  await refuseLeakedPassword(platform, password, 'password')
  const account = {
    username,
    email: null,
    regkey: null,
    isFirst,
    password_hash: await hashPassword(password),
  }
  await addAccount(platform, account, async (trx, userId) => {
    if (isFirst || level === permissionLevel.user) return
    await setPermissionLevel(trx, { userId, level }, platform.now())
    const before = { permissionLevel: permissionLevel.user }
    const after = { permissionLevel: level }
    const subject = `user:${userId}` as const
    await recordAction(trx, { actor: operator, action: 'level', subject, before, after }, platform.now())
  })
  return { username, permissionLevel: level }
}
