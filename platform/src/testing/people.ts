import type { Actor } from '../accounts/rules.ts'
import type { Sender } from '../accounts/use-case.ts'
import type { Platform } from '../platform.ts'
import { register } from '../sign-in/registration/register.ts'
import { setupSecretOf } from '../sign-in/registration/setup-secret.ts'
import { createSession, useSession } from '../sign-in/sessions/sessions.ts'

export const password = 'correct horse battery'
export const device = { userAgent: 'Test', address: '127.0.0.1', isOwnMachine: true }

/** The sender of a request without a session. */
export const sender: Sender = { ...device, locale: 'en', sessionToken: '' }

/** Returns the sender of a request in a session. */
export const inSession = (sessionToken: string): Sender => ({ ...sender, sessionToken })

/** Registers a user and returns them as the actor of a new session. */
export async function registerPerson(platform: Platform, username: string): Promise<Actor> {
  const setup = await setupSecretOf(platform)
  const form = { username, password, cpassword: password, setup }
  return actorOf(platform, await register(platform, null, form, device))
}

/** Starts another session of a user. Returns a function that reads the actor of that session, as each request does. */
export async function signIn(platform: Platform, { id }: Pick<Actor, 'id'>): Promise<() => Promise<Actor>> {
  const token = await createSession(platform.db, id, device, platform.now())
  return () => actorOf(platform, token)
}

async function actorOf(platform: Platform, token: string): Promise<Actor> {
  const session = await useSession(platform, token)
  if (!session) throw new Error('the session is over')
  return session.actor
}
