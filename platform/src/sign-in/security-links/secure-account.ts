import type { Clock } from '@baseplate/service/clock'
import { retryOnConflict } from '@baseplate/storage/database/conflict'
import type { Catalogues } from '@baseplate/texts/catalogues'
import {
  cancelDeletion,
  changeUser,
  openUseCase,
  type SecurityNotices,
  type Tell,
  withdrawExport,
} from '../../accounts/door.ts'
import type { BrandingReader, SiteBranding } from '../../foundation/branding.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import type { Mailer } from '../../foundation/mail.ts'
import { deleteSessions } from '../access/end-access.ts'
import { removeFactorsSince } from '../factors/remove-factors.ts'
import { linkInput } from '../input.ts'
import { type LinkState, linkState } from '../links/link-state.ts'
import { endEmailLinks, endRecoveryLinks } from '../links/queries.ts'
import { noPassword } from '../passwords/password-hash.ts'
import { unlinkIdentitiesSince } from '../providers/queries.ts'
import type { OwnWebhooks } from '../recovery/other-access.ts'
import { mailRecoveryLink } from '../recovery/recovery-mail.ts'
import { forgetAddressesSince } from '../sessions/login-addresses.ts'
import { forgetDevicesSince } from '../sessions/login-devices.ts'
import type { SessionWatch } from '../sessions/sessions.ts'
import { findSecurityLink, type SecurityLink, spendSecurityLink } from './queries.ts'
import { restoreAddress } from './restore-address.ts'
import { exposesRecoveryCodes, undoneSince } from './rules.ts'

interface Securing {
  db: Db
  now: Clock
  config: Pick<Config, 'baseUrl'>
  branding: BrandingReader
  texts: Catalogues
  mailer: Mailer | undefined
  inbox: SessionWatch
  securityNotices: SecurityNotices
  ownWebhooks: OwnWebhooks
}

export const viewSecurityLink = openUseCase(
  {
    summary: 'Shows what the link does. Only the form uses it up, because mail programs open links too.',
    scope: 'browser',
    input: linkInput,
  },
  async (
    { db, now }: { db: Db; now: Clock },
    _visitor,
    { token },
  ): Promise<{ state: LinkState | 'unknown'; username: string | null }> => {
    const link = await findSecurityLink(db, token)
    if (!link) return { state: 'unknown', username: null }
    const state = linkState(link, now())
    return { state, username: state === 'open' ? link.username : null }
  },
)

/**
 * @returns the address that the recovery link was sent to; null: this platform sends no mail any more, and the password stays.
 * @throws Refused `invalid` if the link is not open; `conflict` if the account is being erased.
 */
export const secureAccount = openUseCase(
  {
    summary:
      'Secures an account whose owner did not make the change that a mail reported. All access to it ends, including the password. The account gets back the address that the mail was sent to, and is kept if it was deleted. It loses the factors, the linked identities and the webhooks that were added since, and forgets the devices that signed in since. A recovery link is mailed to that address.',
    scope: 'browser',
    input: linkInput,
  },
  async (platform: Securing, _visitor, { token }): Promise<{ sentTo: string | null }> => {
    const { db, now, branding, inbox, mailer, securityNotices } = platform
    const link = await findSecurityLink(db, token)
    if (!link || linkState(link, now()) !== 'open') throw linkEnded()
    // Read before the transaction, which on SQLite has the only connection.
    const site = await branding.read()
    // Another account may take the address meanwhile.
    await retryOnConflict(() =>
      securityNotices.transaction(link.user_id, (trx, tell) =>
        secure({ ...platform, site }, { trx, tell }, link),
      ),
    )
    inbox.recheckSessions(link.user_id)
    mailer?.wake()
    return { sentTo: mailer ? link.email : null }
  },
)

async function secure(
  { now, site, mailer, ...platform }: Securing & { site: SiteBranding },
  { trx, tell }: { trx: Db; tell: Tell },
  link: SecurityLink,
): Promise<void> {
  const { user_id: id, email, username, language } = link
  const time = now()
  // Locks the account's row first, like every other change of its sessions and links.
  await restoreAddress(trx, { userId: id, email }, { now: time, tell })
  if (!(await spendSecurityLink(trx, link, time))) throw linkEnded()
  await deleteSessions(trx, id)
  await endRecoveryLinks(trx, id, time)
  await endEmailLinks(trx, id, time)
  await withdrawExport(trx, id)
  await cancelDeletion(trx, id)
  await forgetDevicesSince(trx, id, undoneSince(link))
  await forgetAddressesSince(trx, id, undoneSince(link))
  await removeFactorsSince(trx, id, undoneSince(link))
  await unlinkIdentitiesSince(trx, id, undoneSince(link))
  await platform.ownWebhooks.removeSince(trx, id, undoneSince(link))
  if (exposesRecoveryCodes(link.event))
    await trx.deleteFrom('recovery_codes').where('user_id', '=', id).execute()
  if (!mailer) return
  await changeUser(trx, id, { password_hash: noPassword() })
  await mailRecoveryLink({ ...platform, mailer }, trx, {
    user: { id, username, language },
    to: email,
    site,
    now: time,
  })
}

const linkEnded = () => new Refused('accounts.security_link_ended')
