import type { Clock } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import { emptyLog } from '@baseplate/storage/database/sqlite'
import type { Files } from '@baseplate/storage/files'
import { beginErasure, eraseAccount, eraseExport, listDueDepartures } from '../../accounts/door.ts'
import { eraseAssets, eraseSavedDrafts, withdrawFromSale } from '../../assets/door.ts'
import { eraseComments } from '../../comments/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { withdrawMails } from '../../foundation/mail.ts'
import { eraseModeration, forgetContent } from '../../moderation/door.ts'
import { hasPendingPayments } from '../../money/door.ts'
import { eraseNotifications } from '../../notifications/door.ts'
import { eraseScreenshots } from '../../operations/door.ts'
import { eraseMemberships, erasePosts } from '../../people/door.ts'
import { erasePlaces } from '../../places/door.ts'
import { erasePictures } from '../../rendering/door.ts'
import { userSubject } from '../../rendering/rules.ts'
import { forgetPasswordAttempts, listMailedAddresses } from '../../sign-in/door.ts'
import { eraseRelations } from '../../social/door.ts'
import { noteErasure } from './erasure-list.ts'
import { repeatErasures } from './repeat-erasures.ts'

export interface Erasing {
  db: Db
  files: Files
  now: Clock
  confirmedTime: () => Promise<number>
  log: Logger
  config: Pick<Config, 'Backup' | 'Usernames' | 'dataDirectory'>
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
    const due = await listDueDepartures(db, { time, after }, accountsPerPart)
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
 * Erases an account in small transactions. A step that was already done does nothing. Therefore an interrupted erasure can start
 * over, and two processes can erase the same account at once.
 */
async function erase(platform: Erasing, userId: string, time: number): Promise<void> {
  const { db } = platform
  if (!(await beginErasure(db, userId, time))) return
  // A purchase that has seen an item on sale may not be recorded yet. The next run sees it.
  if (await withdrawFromSale(db, userId)) return
  // A payment without an outcome may still grant something to the user.
  if (await hasPendingPayments(db, userId)) return
  await eraseExport(platform, userId)
  await eraseRelations(platform, userId)
  await eraseMemberships(platform, userId)
  await erasePosts(platform, userId, forgetContent('post'))
  await eraseComments(platform, userId, forgetContent('comment'))
  await erasePlaces(platform, userId, forgetContent('place'))
  await eraseSavedDrafts(platform, userId)
  await eraseAssets(platform, userId, forgetContent('asset'))
  await eraseScreenshots(platform, userId)
  await eraseModeration(platform, userId)
  await eraseNotifications(platform, userId)
  await erasePictures(platform, userSubject(userId))
  await noteErasure(platform, userId)
  await eraseAccount(platform, userId, async (trx, user) => {
    await forgetPasswordAttempts(trx, user.username_key)
    for (const email of await listMailedAddresses(trx, user)) await withdrawMails(trx, email)
  })
  // A render that was in progress may have stored its pictures meanwhile.
  await erasePictures(platform, userSubject(userId))
}
