import { register } from '../accounts/register.ts'
import type { Actor } from '../accounts/rules.ts'
import { useSession } from '../accounts/sessions.ts'
import type { Platform } from '../platform.ts'

export const password = 'correct horse battery'
export const device = { userAgent: 'Test', address: '127.0.0.1' }

/** Registers somebody, by the same verb as everybody, and answers them signed in. */
export async function registerPerson(platform: Platform, username: string): Promise<Actor> {
  const token = await register(platform, { username, password, cpassword: password }, device)
  const session = await useSession(platform, token)
  if (!session) throw new Error('the session that was just made is not there')
  return session.actor
}
