import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import type { IdentityReader } from '../../foundation/identity.ts'
import { parseInput } from '../../foundation/input.ts'
import { endEmailChanges } from '../emails/queries.ts'
import { findFactors } from '../factors/queries.ts'
import { hasFactor } from '../factors/rules.ts'
import { resetPasswordInput } from '../input.ts'
import { type LinkState, linkState } from '../link-state.ts'
import type { SecurityNotices } from '../security-notices.ts'
import { SecondFactorRequired } from '../sessions/complete-sign-in.ts'
import { enter } from '../sessions/enter.ts'
import { addPendingSignIn } from '../sessions/pending-sign-ins.ts'
import { deleteSessions } from '../sessions/queries.ts'
import type { Device, SessionWatch } from '../sessions/sessions.ts'
import { type CheckingLeaks, refuseLeakedPassword } from './leaked-passwords.ts'
import { warnOfWeakPassword } from './password-advice.ts'
import { hashPassword } from './password-hash.ts'
import { endRecoveryLinks, findRecoveryLink, spendRecoveryLink } from './recovery-links.ts'

/** Returns the state of a recovery link. Does not use the link up, because mail programs open links too. */
export async function viewRecoveryLink(
  { db, now }: { db: Db; now: Clock },
  token: string,
): Promise<{ state: LinkState | 'unknown'; username: string | null }> {
  const link = await findRecoveryLink(db, token)
  if (!link) return { state: 'unknown', username: null }
  const state = linkState(link, now())
  return { state, username: state === 'open' ? link.username : null }
}

/**
 * Sets a new password with a recovery link. Ends the account's sessions, recovery links and unconfirmed changes of the address, signs
 * in and returns the token of the new session. One of several simultaneous uses of a link wins.
 *
 * @throws InvalidFields; SecondFactorRequired after the change if the account has a second factor, which mail does not replace;
 * Refused `invalid` if the link is not open, `busy`.
 */
export async function resetPassword(
  platform: CheckingLeaks & {
    db: Db
    now: Clock
    inbox: SessionWatch
    identity: Pick<IdentityReader, 'read'>
    securityNotices: SecurityNotices
  },
  token: string,
  input: unknown,
  device: Device,
): Promise<string> {
  const { db, now, inbox, securityNotices } = platform
  const link = await findRecoveryLink(db, token)
  if (!link || linkState(link, now()) !== 'open') throw linkEnded()
  const { password, weakpassword } = parseInput(resetPasswordInput, input)
  await refuseLeakedPassword(platform, password, 'password')
  await warnOfWeakPassword(platform, { password, weakpassword }, [link.username])
  const password_hash = await hashPassword(password)
  const time = now()
  const outcome = await securityNotices.transaction(link.user_id, async (trx, tell) => {
    // Takes the lock on the account's row first, like every other change of its sessions and links.
    await trx.updateTable('users').set({ password_hash }).where('id', '=', link.user_id).execute()
    if (!(await spendRecoveryLink(trx, link.token_hash, time))) throw linkEnded()
    await endRecoveryLinks(trx, link.user_id, time)
    await endEmailChanges(trx, link.user_id, time)
    await deleteSessions(trx, link.user_id)
    tell({ event: 'password_changed', values: {} })
    if (hasFactor(await findFactors(trx, link.user_id)))
      return { pending: await addPendingSignIn(trx, link.user_id, time) }
    return { session: await enter(trx, link.user_id, device, { now: time, tell }) }
  })
  inbox.recheckSessions(link.user_id)
  if (outcome.pending !== undefined) throw new SecondFactorRequired(outcome.pending)
  return outcome.session
}

const linkEnded = () => new Refused('accounts.link_expired')
