import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { findUser } from '../queries.ts'
import type { Actor } from '../rules.ts'
import { isEmailVerified } from './rules.ts'

/** Parts of the platform that `requireVerifiedEmail` needs. */
export interface Verifying {
  db: Db
  config: Pick<Config, 'Registration'>
}

/**
 * Demands a verified address where the operator requires one. Reads nothing from the database elsewhere.
 *
 * @throws Refused `forbidden`
 */
export async function requireVerifiedEmail(
  { db, config }: Verifying,
  actor: Actor,
  act: Config['Registration']['RequireVerifiedEmail'][number],
): Promise<void> {
  if (!config.Registration.RequireVerifiedEmail.includes(act)) return
  const user = await findUser(db, actor.id)
  if (!user || !isEmailVerified(user)) throw new Refused('accounts.email_unverified')
}
