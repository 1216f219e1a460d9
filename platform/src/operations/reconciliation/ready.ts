import { sql } from 'kysely'
import type { Db } from '../../database.ts'
import { second } from '../../foundation/clock.ts'

/** Whoever asks whether we are ready sends people elsewhere meanwhile: that is not to take long. */
const patienceMs = second

/** Why nothing can be answered at the moment; undefined: it can. The ledger may be away: most goes on without it. */
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
