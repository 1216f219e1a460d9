import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { second } from '../../foundation/clock.ts'

/** Time limit of the check. A load balancer routes requests elsewhere while it waits. */
const patienceMs = second

/** Returns why requests cannot be served; undefined if they can. An unavailable ledger is no reason: most pages work without it. */
export async function whyNotReady({ db }: { db: Db }): Promise<string | undefined> {
  const { promise: tooLate, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve('the database does not answer'), patienceMs)
  try {
    const asked = sql`select 1`.execute(db).then(
      () => undefined,
      () => 'the database cannot be asked',
    )
    return await Promise.race([asked, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
