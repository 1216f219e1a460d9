import { hour } from '@baseplate/service/clock'
import type { SecurityNotice } from '../../accounts/door.ts'
import { countEvents } from '../../foundation/count-events.ts'
import type { Db } from '../../foundation/database.ts'

/**
 * Mails about an account's security per hour. Sign-ins have their own number: a thief who has the password can repeat them, and must
 * not be able to use up the mails about other changes.
 */
const signInsPerHour = 3
const changesPerHour = 10

/** Whether an event is mailed. `summary`: the mail says that there was more. `none`: that mail has been sent. */
export async function takeShare(
  trx: Db,
  { userId, event }: { userId: string; event: SecurityNotice['event'] },
  now: number,
): Promise<'own' | 'summary' | 'none'> {
  const [kind, limit] = event === 'new_device' ? ['sign-ins', signInsPerHour] : ['changes', changesPerHour]
  const { count } = await countEvents(trx, { key: `security mail ${kind} ${userId}`, windowMs: hour }, now)
  if (count <= limit) return 'own'
  return count === limit + 1 ? 'summary' : 'none'
}
