import { randomBytes } from 'node:crypto'
import { type Clock, minute } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { sha256 } from '../../foundation/ids.ts'
import type { PasskeyTables } from './tables.ts'

/** Time for the owner to find the authenticator and touch it. */
const lifetime = 5 * minute

type Purpose = PasskeyTables['passkey_challenges']['purpose']

interface Challenging {
  db: Db
  now: Clock
}

/**
 * Creates a challenge for the holder of a token: a session, or a browser that is signing in. It replaces an earlier challenge.
 * Any site process can verify it.
 */
export async function makeChallenge(
  { db, now }: Challenging,
  token: string,
  purpose: Purpose,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const values = { challenge, purpose, expires: now() + lifetime }
  await db
    .insertInto('passkey_challenges')
    .values({ bound_to: sha256(token), ...values })
    .onConflict((conflict) => conflict.column('bound_to').doUpdateSet(values))
    .execute()
  return challenge
}

/**
 * Uses up the challenge of the holder of a token and returns it.
 *
 * @throws Refused `invalid` if there is none: it was used, has expired, or belongs to another holder or purpose.
 */
export async function spendChallenge(
  { db, now }: Challenging,
  token: string,
  purpose: Purpose,
): Promise<string> {
  const spent = await db
    .deleteFrom('passkey_challenges')
    .where('bound_to', '=', sha256(token))
    .where('purpose', '=', purpose)
    .where('expires', '>', now())
    .returning('challenge')
    .executeTakeFirst()
  if (!spent) throw new Refused('accounts.passkey_expired')
  return spent.challenge
}

export async function sweepChallenges({ db, now }: Challenging): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires', '<=', now()).execute()
}
