import { drawingEdition } from '@baseplate/renderer/drawing'
import type { Logger } from '@baseplate/service/log'
import { openFiles } from '@baseplate/storage/open-files'
import type { SecurityNotices } from './accounts/door.ts'
import { externalEdition } from './drawing/door.ts'
import type { Config } from './foundation/config/schema.ts'
import type { Db } from './foundation/database.ts'
import { newRenderId } from './foundation/ids.ts'
import { enqueueMail } from './foundation/mail.ts'
import { openTexts } from './foundation/texts.ts'
import { createNotificationDefaults, createSecurityNotices } from './notifications/door.ts'
import { brandingOf } from './operations/branding/rules.ts'
import { findNewest, readFilter } from './operations/door.ts'
import { insertRenders } from './rendering/door.ts'
import type { Adding } from './sign-in/door.ts'
import { announceAccount } from './webhooks/door.ts'

/** Returns the parts of the platform with which a command that runs beside the site creates accounts. @throws CannotStart */
export async function openCommandAccounts(config: Config, db: Db, log: Logger): Promise<Adding> {
  const { locales } = await openCommandTexts(config, db)
  const now = Date.now
  const edition = config.Renderer.Kind === 'builtin' ? drawingEdition : externalEdition
  return {
    db,
    now,
    config,
    log,
    branding: brandingReader(config, db, locales),
    filterText: await readFilter({ db, config }),
    emailLinks: {
      prepare: () => Promise.reject(new Error('accounts that a command creates have no e-mail address')),
      wake() {},
    },
    // The site finds the request at its next poll.
    renders: {
      request: (trx, subject, priority) =>
        insertRenders(trx, [{ subject, renderId: newRenderId() }], { priority, edition, now: now() }),
      wake() {},
    },
    announceAccount,
    notificationDefaults: createNotificationDefaults(config),
  }
}

async function openCommandTexts(config: Config, db: Db) {
  const files = await openFiles(config, db)
  return openTexts(config, files, () => {}).finally(() => files.close())
}

const brandingReader = (config: Config, db: Db, locales: readonly string[]) => ({
  read: async () => brandingOf(config, locales, (await findNewest(db))?.changes ?? {}),
})

/**
 * Opens the notices of a command that runs beside the site. The site delivers their mail, and shows their notifications.
 *
 * @throws CannotStart when the texts cannot be read.
 */
export async function openCommandNotices(config: Config, db: Db): Promise<SecurityNotices> {
  const texts = await openCommandTexts(config, db)
  const now = Date.now
  const hasMail = config.Email.Host !== undefined
  return createSecurityNotices({
    db,
    now,
    config,
    texts,
    branding: brandingReader(config, db, texts.locales),
    mailer: hasMail
      ? {
          async enqueue(trx, mail) {
            await enqueueMail(trx, mail, now())
          },
          wake() {},
        }
      : undefined,
    inbox: { wake() {} },
  })
}
