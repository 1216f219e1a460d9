import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../database.ts'
import { type Clock, day } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Logger } from '../../foundation/log.ts'
import type { Mailer } from '../../foundation/mail.ts'
import { findUserByEmail, findUserByName, lockUser } from '../queries.ts'
import { recoveryLifetime, recoveryLinksMax } from '../rules.ts'
import { addRecoveryLink } from './recovery-links.ts'

/**
 * A request is looked at when it has been answered: what the database does for an account that there is would be felt in
 * the time of the answer.
 */
const answeredAfterMs = 300

/** Requests that may wait, which is five minutes of them. */
const waitingMax = 1_000

/** Takes requests for recovery links, and answers them behind the back of whoever asks. */
export interface Recovery {
  /** Whether links can be sent at all. */
  readonly available: boolean
  /** Has a link sent to the account of that name or address, if there is one and it has an address. Says nothing. */
  request(account: string): void
  /** Passes over the requests that wait. */
  close(): Promise<void>
}

interface Sending {
  db: Db
  now: Clock
  log: Logger
  config: Pick<Config, 'Name' | 'baseUrl' | 'Registration'>
  mailer: Mailer | undefined
}

export function createRecovery(platform: Sending): Recovery {
  const { config, log } = platform
  const mailer = config.Registration.Emails ? platform.mailer : undefined
  // One after the other: however many ask, the database has one of them at a time.
  let last: Promise<void> = Promise.resolve()
  let waiting = 0
  let closed = false

  const answer = async (account: string) => {
    await delay(answeredAfterMs)
    waiting--
    if (mailer && !closed) await sendLink({ ...platform, mailer }, account)
  }

  return {
    available: mailer !== undefined,
    request(account) {
      if (waiting >= waitingMax) {
        log.error('too many recovery links are asked for at once: one request is passed over')
        return
      }
      waiting++
      last = last
        .then(() => answer(account))
        .catch((error: Error) => log.error({ error: error.message }, 'a recovery link could not be sent'))
    },
    async close() {
      closed = true
      await last
    },
  }
}

async function sendLink(
  { db, now, log, config, mailer }: Sending & { mailer: Mailer },
  account: string,
): Promise<void> {
  const user = await (account.includes('@') ? findUserByEmail(db, account) : findUserByName(db, account))
  if (!user?.email) return
  const time = now()
  const token = await db.transaction().execute(async (transaction) => {
    // Requests that other site processes handle at the same moment count as well.
    await lockUser(transaction, user.id)
    if ((await countRecentLinks(transaction, user.id, time)) >= recoveryLinksMax) return undefined
    return (await addRecoveryLink(transaction, user.id, time)).token
  })
  if (token === undefined) {
    log.warn({ userId: user.id }, 'too many recovery links were requested for this account; no link was sent')
    return
  }
  mailer.send({
    to: user.email,
    subject: `A new password for ${user.username} at ${config.Name}`,
    text: mailText({
      username: user.username,
      site: config.Name,
      link: `${config.baseUrl}/recover/${token}`,
    }),
  })
}

const mailText = ({ username, site, link }: { username: string; site: string; link: string }) =>
  `Hello ${username},

somebody asked for a way back into your account at ${site}. If that was you, set a new password here:

${link}

The link works once, for one hour. It signs you out everywhere else.

If it was not you, there is nothing to do: without the link, nothing changes.
`

async function countRecentLinks(db: Db, userId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created', '>', now - recoveryLifetime)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those who follow an old link are told for so long that it is one. */
const keepExpiredFor = 7 * day

export async function removeOldRecoveryLinks({ db, now }: { db: Db; now: Clock }): Promise<void> {
  await db
    .deleteFrom('recovery_links')
    .where('expires', '<=', now() - keepExpiredFor)
    .execute()
}
