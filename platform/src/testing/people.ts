import { register } from '../accounts/registration/register.ts'
import type { Actor } from '../accounts/rules.ts'
import { createSession, useSession } from '../accounts/sessions/sessions.ts'
import type { Platform } from '../platform.ts'

export const password = 'correct horse battery'
export const device = { userAgent: 'Test', address: '127.0.0.1' }

/** Registers somebody, by the same verb as everybody, and answers them signed in. */
export async function registerPerson(platform: Platform, username: string): Promise<Actor> {
  return actorOf(platform, await register(platform, { username, password, cpassword: password }, device))
}

/** Signs somebody in once more; answers who they are by that session, as each request asks anew. */
export async function signIn(platform: Platform, { id }: Pick<Actor, 'id'>): Promise<() => Promise<Actor>> {
  const token = await createSession(platform.db, id, device, platform.now())
  return () => actorOf(platform, token)
}

async function actorOf(platform: Platform, token: string): Promise<Actor> {
  const session = await useSession(platform, token)
  if (!session) throw new Error('the session is over')
  return session.actor
}
