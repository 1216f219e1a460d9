import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import type { Catalogues } from '@baseplate/texts/catalogues'
import { findUserByEmail, findUserByName, lockUser } from '../../accounts/door.ts'
import type { BrandingReader } from '../../foundation/branding.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import type { Mailer } from '../../foundation/mail.ts'
import { countRecentLinks } from '../links/recovery-links.ts'
import { maxRecoveryLinks } from '../links/rules.ts'
import { mailRecoveryLink } from './recovery-mail.ts'

/**
 * Delay before a request is handled. By then its response has been sent, so that the time of a response does not reveal
 * whether the account exists.
 */
const delayMs = 300

/** Maximum number of queued requests: five minutes of them. */
const maxQueued = 1_000

/** Queue of requests for recovery links, which are handled one at a time after their response was sent. */
export interface Recovery {
  /** Whether links can be sent at all. */
  readonly available: boolean
  /** Enqueues a link for the account with this name or e-mail address, if it exists and has an address. */
  request(account: string): void
  /** Handles the queued requests without further delay. */
  close(): Promise<void>
}

interface Sending {
  db: Db
  now: Clock
  log: Logger
  config: Pick<Config, 'baseUrl' | 'Registration'>
  branding: BrandingReader
  texts: Catalogues
  mailer: Mailer | undefined
}

export function createRecovery(platform: Sending): Recovery {
  const { config, log } = platform
  const mailer = config.Registration.Emails ? platform.mailer : undefined
  let last: Promise<void> = Promise.resolve()
  let queued = 0
  const closing = new AbortController()

  const handle = async (account: string) => {
    await delay(delayMs, undefined, { signal: closing.signal }).catch(() => {})
    queued--
    if (mailer) await sendLink({ ...platform, mailer }, account)
  }

  return {
    available: mailer !== undefined,
    request(account) {
      if (queued >= maxQueued) {
        log.error('dropped a request for a recovery link: the queue is full')
        return
      }
      queued++
      last = last
        .then(() => handle(account))
        .catch((error: Error) => log.error({ error: error.message }, 'a recovery link could not be sent'))
    },
    async close() {
      closing.abort()
      await last
    },
  }
}

async function sendLink(platform: Sending & { mailer: Mailer }, account: string): Promise<void> {
  const { db, now, log, branding, mailer } = platform
  const user = await (account.includes('@') ? findUserByEmail(db, account) : findUserByName(db, account))
  const email = user?.email
  if (!user || !email) return
  const time = now()
  const site = await branding.read()
  const isSent = await db.transaction().execute(async (trx) => {
    // Other site processes may handle requests for the same account, so the limit is checked under a lock.
    await lockUser(trx, user.id)
    if ((await countRecentLinks(trx, user.id, time)) >= maxRecoveryLinks) return false
    await mailRecoveryLink(platform, trx, { user, to: email, site, now: time })
    return true
  })
  if (isSent) mailer.wake()
  else
    log.warn({ userId: user.id }, 'too many recovery links were requested for this account; no link was sent')
}
