import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { chatLifetime } from './rules.ts'

/** Deletes lines of chat that are too old. */
export async function sweepChat({ db, now }: { db: Db; now: Clock }): Promise<void> {
  await db
    .deleteFrom('chat_lines')
    .where('at', '<', now() - chatLifetime)
    .execute()
}
