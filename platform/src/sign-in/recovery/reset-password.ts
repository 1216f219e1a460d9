import type { Clock } from '@baseplate/service/clock'
import { changeUser, confirmMailbox, openUseCase, type SecurityNotices } from '../../accounts/door.ts'
import { hasFactor } from '../../accounts/factors/rules.ts'
import type { BrandingReader } from '../../foundation/branding.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { parseInput } from '../../foundation/input.ts'
import { mailboxKey } from '../../foundation/mailbox.ts'
import { deleteSessions } from '../access/end-access.ts'
import { findFactors } from '../factors/queries.ts'
import { linkInput, resetPasswordInput } from '../input.ts'
import { type LinkState, linkEnded, linkState } from '../links/link-state.ts'
import { endEmailChanges, endRecoveryLinks } from '../links/queries.ts'
import { findRecoveryLink, spendRecoveryLink } from '../links/recovery-links.ts'
import { SecondFactorRequired } from '../login/complete-sign-in.ts'
import { type CheckingLeaks, refuseLeakedPassword } from '../passwords/leaked-passwords.ts'
import { warnOfWeakPassword } from '../passwords/password-advice.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { enter } from '../sessions/enter.ts'
import { addPendingSignIn } from '../sessions/pending-sign-ins.ts'
import type { Device, SessionWatch } from '../sessions/sessions.ts'
import {
  isAny,
  isFirstProof,
  type OtherAccess,
  type OwnWebhooks,
  removeOtherAccess,
  viewOtherAccess,
} from './other-access.ts'

interface Resetting extends CheckingLeaks {
  db: Db
  now: Clock
  inbox: SessionWatch
  branding: Pick<BrandingReader, 'read'>
  securityNotices: SecurityNotices
  ownWebhooks: OwnWebhooks
}

interface RecoveryLinkView {
  state: LinkState | 'unknown'
  username: string | null
  /** Absent unless the link is open, and something else opens the account. */
  access?: OtherAccess
  /** Whether using the link removes all of it. */
  removesAccess?: boolean
}

export const viewRecoveryLink = openUseCase(
  {
    summary:
      'Shows the form for a new password, if the link is open. Only the form uses it up, because mail programs open links too.',
    scope: 'browser',
    input: linkInput,
  },
  async (
    platform: { db: Db; now: Clock; config: Pick<Config, 'SignIn'>; ownWebhooks: OwnWebhooks },
    _visitor,
    { token },
  ): Promise<RecoveryLinkView> => {
    const time = platform.now()
    const link = await findRecoveryLink(platform.db, token)
    const state = link ? linkState(link, time) : 'unknown'
    if (!link || state !== 'open') return { state, username: null }
    const access = await viewOtherAccess(platform, link.user_id, time)
    const opened = { state, username: link.username }
    return isAny(access) ? { ...opened, access, removesAccess: isFirstProof(link) } : opened
  },
)

/**
 * @throws InvalidFields; SecondFactorRequired after the change if the account has a second factor, which mail does not replace;
 * Refused `invalid` if the link is not open, `busy`.
 */
export const resetPassword = openUseCase(
  {
    summary:
      "Sets a new password with a recovery link. Ends the account's sessions, tokens, recovery links and unconfirmed changes of the address, signs in and returns the token of the new session. With `removeothers`, linked identities and webhooks end as well. They always do with a link that was mailed to an address that nobody had confirmed, and so do second factors: the link proves that the address is its user's, and nothing else is known to be. One of several simultaneous uses of a link wins.",
    scope: 'browser',
    permit: (platform: Resetting, _visitor, sent) =>
      requireOpenLink(platform, parseInput(linkInput, sent).token),
    input: resetPasswordInput,
  },
  async (
    platform: Resetting,
    _visitor,
    { token, password, weakpassword, removeothers },
    device: Device,
  ): Promise<string> => {
    const { now, inbox, securityNotices } = platform
    const link = await requireOpenLink(platform, token)
    await refuseLeakedPassword(platform, password, 'password')
    await warnOfWeakPassword(platform, { password, weakpassword }, [link.username])
    const password_hash = await hashPassword(password)
    const time = now()
    const outcome = await securityNotices.transaction(link.user_id, async (trx, tell) => {
      // Takes the lock on the account's row first, like every other change of its sessions and links.
      await changeUser(trx, link.user_id, { password_hash })
      if (!(await spendRecoveryLink(trx, link.token_hash, time))) throw linkEnded()
      await endRecoveryLinks(trx, link.user_id, time)
      await endEmailChanges(trx, link.user_id, time)
      await deleteSessions(trx, link.user_id)
      const isFirst = isFirstProof(link)
      if (isFirst || removeothers)
        await removeOtherAccess(platform, trx, { userId: link.user_id, factors: isFirst })
      if (isFirst) await confirmAddress(trx, link)
      tell({ event: 'password_changed', values: {} })
      if (hasFactor(await findFactors(trx, link.user_id)))
        return { pending: await addPendingSignIn(trx, link.user_id, time) }
      return { session: await enter(trx, link.user_id, device, { now: time, tell }) }
    })
    inbox.recheckSessions(link.user_id)
    if (outcome.pending !== undefined) throw new SecondFactorRequired(outcome.pending)
    return outcome.session
  },
)

async function requireOpenLink({ db, now }: Pick<Resetting, 'db' | 'now'>, token: string) {
  const link = await findRecoveryLink(db, token)
  if (!link || linkState(link, now()) !== 'open') throw linkEnded()
  return link
}

/** Confirms the account's address, which the link was mailed to. */
const confirmAddress = (trx: Db, { user_id, mailedTo }: { user_id: string; mailedTo: string | null }) =>
  confirmMailbox(trx, user_id, mailboxKey(mailedTo ?? ''))
