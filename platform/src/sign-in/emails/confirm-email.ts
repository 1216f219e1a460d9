import type { Clock } from '@baseplate/service/clock'
import { isConflict } from '@baseplate/storage/database/conflict'
import { changeUser, findUser, lockUser, openUseCase, type SecurityNotices } from '../../accounts/door.ts'
import { confirmedAddress } from '../../accounts/emails/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { mailboxKey } from '../../foundation/mailbox.ts'
import { linkInput } from '../input.ts'
import { type LinkState, linkEnded, linkState } from '../links/link-state.ts'
import { endEmailLinks, endRecoveryLinks, findEmailLink, spendEmailLink } from '../links/queries.ts'

/** `confirmed`: the link was used, and its address is the account's confirmed one. */
type EmailLinkState = LinkState | 'confirmed' | 'unknown'

export const viewEmailLink = openUseCase(
  {
    summary:
      'Shows which address the link confirms. Only the form uses it up, because mail programs open links too.',
    scope: 'browser',
    input: linkInput,
  },
  async (
    { db, now }: { db: Db; now: Clock },
    _visitor,
    { token },
  ): Promise<{ state: EmailLinkState; username: string | null; email: string | null }> => {
    const link = await findEmailLink(db, token)
    const closed = { username: null, email: null }
    if (!link) return { state: 'unknown', ...closed }
    const state = linkState(link, now())
    if (state === 'open') return { state, username: link.username, email: link.email }
    const isConfirmed = state === 'ended' && link.verified_email_key === mailboxKey(link.email)
    return { state: isConfirmed ? 'confirmed' : state, ...closed }
  },
)

/** @throws Refused `invalid` if the link is not open, or another account has taken the address. */
export const confirmEmail = openUseCase(
  {
    summary:
      'Confirms an address with a link that was mailed to it. A requested change of the address takes effect, and the old address is notified. Needs no session: the link may be opened on another device. Returns the address.',
    scope: 'browser',
    input: linkInput,
  },
  async (
    { db, now, securityNotices }: { db: Db; now: Clock; securityNotices: SecurityNotices },
    _visitor,
    { token },
  ): Promise<string> => {
    const link = await findEmailLink(db, token)
    if (!link || linkState(link, now()) !== 'open') throw linkEnded()
    const { user_id: id, email } = link
    const key = mailboxKey(email)
    const time = now()
    try {
      await securityNotices.transaction(id, async (trx, tell) => {
        await lockUser(trx, id)
        if (!(await spendEmailLink(trx, link.token_hash, time))) throw linkEnded()
        const user = await findUser(trx, id)
        if (user?.email_key === key) {
          await changeUser(trx, id, { verified_email_key: key })
          return
        }
        // A process of an older version has changed the address since.
        if (link.purpose === 'verification') throw linkEnded()
        const confirmed = { email, email_key: key, verified_email_key: key }
        await changeUser(trx, id, confirmed)
        await endRecoveryLinks(trx, id, time)
        await endEmailLinks(trx, id, time)
        // A thief who changes the address has the new mailbox, so the notice goes to the old one.
        if (user?.email) tell({ event: 'email_changed', values: {} }, { address: confirmedAddress(user) })
      })
    } catch (error) {
      throw isConflict(error) ? new Refused('accounts.email_taken') : error
    }
    return email
  },
)
