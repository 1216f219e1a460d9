import type { SecurityNotices } from './accounts/security-notices.ts'
import type { Db } from './database.ts'
import type { Config } from './foundation/config/schema.ts'
import { enqueueMail } from './foundation/mail.ts'
import { openFiles } from './foundation/open-files.ts'
import { openTexts } from './foundation/texts.ts'
import { createSecurityNotices } from './notifications/security-notices.ts'
import { findNewest } from './operations/identity/queries.ts'
import { identityOf } from './operations/identity/rules.ts'

/**
 * Opens the notices of a command that runs beside the site. The site delivers their mail, and shows their notifications.
 *
 * @throws CannotStart when the texts cannot be read.
 */
export async function openCommandNotices(config: Config, db: Db): Promise<SecurityNotices> {
  const files = await openFiles(config, db)
  const texts = await openTexts(config, files, () => {}).finally(() => files.close())
  const now = Date.now
  const hasMail = config.Email.Host !== undefined
  return createSecurityNotices({
    db,
    now,
    config,
    texts,
    identity: {
      read: async () => identityOf(config, texts.locales, (await findNewest(db))?.changes ?? {}),
    },
    mailer: hasMail ? { enqueue: (trx, mail) => enqueueMail(trx, mail, now()), wake() {} } : undefined,
    inbox: { wake() {} },
  })
}
