import { onTestFinished } from 'vitest'
import type { Actor } from '../accounts/rules.ts'
import type { ConfigInput } from '../config/schema.ts'
import { register } from '../sign-in/registration/register.ts'
import { useSession } from '../sign-in/sessions/sessions.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { device, password } from './people.ts'
import { type DatabaseKind, openTestPlatform, type TestPlatform } from './platforms.ts'

/** Opens a platform whose accounts have addresses, and its mail server. */
export async function openWithMail(
  kind: DatabaseKind,
  registration: ConfigInput['Registration'] = {},
): Promise<{ platform: TestPlatform; server: MailServer }> {
  const server = await startMailServer()
  const platform = await openTestPlatform(kind, {
    Registration: { Emails: true, ...registration },
    Email: { Host: '127.0.0.1', Port: server.port, Security: 'None', From: 'no-reply@example.org' },
  })
  onTestFinished(server.close)
  return { platform, server }
}

/** Registers a user with an address. */
export async function registerWithEmail(
  platform: TestPlatform,
  username: string,
  email = `${username}@example.org`,
): Promise<{ actor: Actor; token: string }> {
  const token = await register(platform, null, { username, email, password, cpassword: password }, device)
  const session = await useSession(platform, token)
  if (!session) throw new Error('no session')
  return { actor: session.actor, token }
}

/** Confirms an account's address without its link. Only confirmed addresses get notices. */
export const confirmAddress = async (platform: TestPlatform, { id }: Actor) => {
  await platform.db
    .updateTable('users')
    .set(({ ref }) => ({ verified_email_key: ref('email_key') }))
    .where('id', '=', id)
    .execute()
}
