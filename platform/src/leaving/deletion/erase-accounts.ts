import type { Clock } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { emptyLog } from '@baseplate/storage/database/sqlite'
import { beginErasure, eraseAccount, listDueDeletions } from '../../accounts/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Doorway, Forgetting, Stores } from '../../foundation/door.ts'
import { withdrawMails } from '../../foundation/mail.ts'
import { erasePictures } from '../../rendering/door.ts'
import { userSubject } from '../../rendering/rules.ts'
import { forgetPasswordAttempts, listMailedAddresses } from '../../sign-in/door.ts'
import { noteErasure } from './erasure-list.ts'
import { repeatErasures } from './repeat-erasures.ts'

/** Parts of the running platform that the erasures of all domains need. */
interface Needed extends Stores, Forgetting<'asset' | 'comment' | 'place' | 'post'> {
  now: Clock
}

export interface Erasing extends Needed {
  confirmedTime: () => Promise<number>
  log: Logger
  config: Pick<Config, 'Backup' | 'Usernames' | 'dataDirectory'>
  /** Doors of the domains that have data of users, from the bottom up. */
  doors: readonly Doorway<Needed, 'delayErasure' | 'erase'>[]
}

/**
 * Creates the job that erases accounts. Its first run also repeats erasures that the start of the process could not repeat. A
 * write-ahead log that another process is reading is emptied by a later run.
 */
export function createErasures(platform: Erasing): (lost?: AbortSignal) => Promise<void> {
  let isFirst = true
  // The process before this one may have erased accounts, too.
  let isLogEmpty = false
  return async (lost) => {
    if (isFirst) await repeatErasures(platform)
    isFirst = false
    if ((await eraseDueAccounts(platform, lost)) > 0) isLogEmpty = false
    if (!isLogEmpty) isLogEmpty = await emptyLog(platform.db)
  }
}

/** Accounts that are read at once. */
const accountsPerPart = 100

/**
 * Erases the accounts that are due. A failed erasure is repeated by the next run, and does not hold up the others. Returns the
 * number of accounts whose erasure has begun.
 */
export async function eraseDueAccounts(platform: Erasing, lost?: AbortSignal): Promise<number> {
  const { db, log } = platform
  const time = await platform.confirmedTime()
  let count = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    const due = await listDueDeletions(db, { time, after }, accountsPerPart)
    for (const userId of due) {
      if (lost?.aborted) return count
      count++
      try {
        await erase(platform, userId, time)
      } catch (error) {
        log.error({ userId, error: (error as Error).message }, 'an account could not be erased yet')
      }
    }
    after = due.at(-1)
  }
  return count
}

/**
 * Erases an account from the domains, from the bottom up, and then the account itself. Nobody can report the content of the account
 * any more when the reports about it are erased.
 */
async function erase(platform: Erasing, userId: string, time: number): Promise<void> {
  const { db, doors } = platform
  if (!(await beginErasure(db, userId, time))) return
  if (await isDelayed(platform, userId)) return
  for (const door of doors) await door.erase?.(platform, userId)
  await noteErasure(platform, userId)
  await eraseAccount(platform, userId, async (trx, user) => {
    await forgetPasswordAttempts(trx, user.username_key)
    for (const email of await listMailedAddresses(trx, user)) await withdrawMails(trx, email)
  })
  // A render that was in progress may have stored its pictures meanwhile.
  await erasePictures(platform, userSubject(userId))
}

/** Asks every domain, because each may end something that another one waits for. */
async function isDelayed(platform: Erasing, userId: string): Promise<boolean> {
  let isDelayed = false
  for (const door of platform.doors) if (await door.delayErasure?.(platform, userId)) isDelayed = true
  return isDelayed
}
