import { replaceRecoveryCodes } from '@baseplate/platform/accounts/factors/recovery-codes'
import { factorBits } from '@baseplate/platform/accounts/factors/rules'
import { newTotpSecret } from '@baseplate/platform/accounts/factors/totp'
import { beginPasskey, finishPasskey } from '@baseplate/platform/accounts/passkeys/add-passkey'
import { hashPassword } from '@baseplate/platform/accounts/passwords/password-hash'
import { createSession, useSession } from '@baseplate/platform/accounts/sessions/sessions'
import type { Platform } from '@baseplate/platform/platform'
import { createSoftwarePasskey, type SoftwarePasskey } from '@baseplate/platform/testing/software-passkey'
import { seedUsers } from './seed.ts'

export const password = 'correct horse battery'

/** Accounts with passkeys. Each signs in many times. */
const passkeyAccounts = 50

/** Accounts for each kind of sign-in. */
export interface SignInAccounts {
  /** Secrets of authenticator apps, by the number in the username `totp_…`. An app's code works once. */
  secrets: string[]
  /** Usernames and recovery codes. */
  recoveryCodes: { username: string; code: string }[]
  passkeys: SoftwarePasskey[]
}

/** Creates accounts that can sign in `count` times with each kind, and players with a password. */
export async function seedSignIns(platform: Platform, count: number): Promise<SignInAccounts> {
  const { db } = platform
  const secrets = await seedApps(platform, await seedUsers(platform, count, 'totp_'))
  const owners = await seedUsers(platform, Math.ceil(count / 10), 'codes_')
  await seedApps(platform, owners)
  const recoveryCodes = []
  for (const [at, id] of owners.entries())
    for (const code of await replaceRecoveryCodes(db, id))
      recoveryCodes.push({ username: `codes_${at}`, code })
  const passkeys = []
  for (const id of await seedUsers(platform, passkeyAccounts, 'passkey_'))
    passkeys.push(await addPasskey(platform, id))
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .execute()
  return { secrets, recoveryCodes, passkeys }
}

async function seedApps({ db, now, totpKey }: Platform, ids: readonly string[]): Promise<string[]> {
  const secrets = ids.map(() => newTotpSecret())
  for (const [at, user_id] of ids.entries()) {
    const secret = await totpKey.encrypt(user_id, secrets[at] ?? '')
    await db
      .insertInto('totp_secrets')
      .values({ user_id, secret, created: now(), confirmed: now(), last_step: 0 })
      .execute()
  }
  await db.updateTable('users').set({ factors: factorBits.totp }).where('id', 'in', ids).execute()
  return secrets
}

async function addPasskey(platform: Platform, userId: string): Promise<SoftwarePasskey> {
  const device = { userAgent: 'Bench', address: '127.0.0.1' }
  const token = await createSession(platform.db, userId, device, platform.now())
  const session = await useSession(platform, token)
  if (!session) throw new Error('the session is over')
  const passkey = createSoftwarePasskey({ origin: platform.config.baseUrl })
  const { challenge } = await beginPasskey(platform, session.actor, {}, { sessionToken: token })
  const response = passkey.make(challenge)
  await finishPasskey(
    platform,
    session.actor,
    { response, name: 'Bench' },
    { ...device, sessionToken: token },
  )
  return passkey
}
