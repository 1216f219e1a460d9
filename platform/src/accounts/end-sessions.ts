import type { Db } from '../database.ts'
import { parseInput } from '../foundation/input.ts'
import { type Confirming, confirmPassword } from './confirm-password.ts'
import { endSessionsInput } from './input.ts'
import { type Actor, sessionId } from './rules.ts'
import type { Device } from './sessions.ts'

/**
 * Ends all sessions of the person, this one included (contract: `POST /settings?/sessions`).
 *
 * @throws InvalidFields when the password is wrong; Refused `limited` after too many wrong ones, `busy`.
 */
export async function endAllSessions(
  platform: Confirming,
  actor: Actor,
  input: unknown,
  { address }: Device,
): Promise<void> {
  const { password } = parseInput(endSessionsInput, input)
  await confirmPassword(platform, actor, { password, field: 'password', address })
  await platform.db.deleteFrom('sessions').where('user_id', '=', actor.id).execute()
}

/** Ends one session of the person, on whichever device it is. One that is not there stays so. */
export async function endOneSession(platform: { db: Db }, actor: Actor, id: string): Promise<void> {
  const { db } = platform
  const sessions = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', actor.id)
    .execute()
  const session = sessions.find(({ token_hash }) => sessionId(token_hash) === id)
  if (session) await db.deleteFrom('sessions').where('token_hash', '=', session.token_hash).execute()
}
