import { second } from '@baseplate/service/clock'
import { singleFlight } from '@baseplate/service/single-flight'
import type { Files } from '@baseplate/storage/files'
import { sql } from 'kysely'
import type { Db } from '../foundation/database.ts'
import { shareFor } from '../foundation/share-for.ts'

/** Time limit of the check. A load balancer routes requests elsewhere while it waits. */
const patienceMs = second

/** Object storage answers more slowly than the database. */
const storagePatienceMs = 2 * second

/** Storage is asked once in this time, because load balancers ask each process several times a second. */
const storageFreshMs = 2 * second

interface Checked {
  db: Db
  files: Pick<Files, 'check'>
}

/**
 * Returns a function that says why requests cannot be served; undefined if they can. An unavailable ledger is no reason: most
 * pages work without it.
 */
export function createReadyCheck({ db, files }: Checked): () => Promise<string | undefined> {
  const database = failing('the database', patienceMs, () => sql`select 1`.execute(db))
  const storage = shareFor(
    () => performance.now(),
    storageFreshMs,
    failing('the storage of files', storagePatienceMs, () => files.check()),
  )
  return async () => {
    const [ofDatabase, ofStorage] = await Promise.all([database(), storage()])
    return ofDatabase ?? ofStorage
  }
}

/** Returns a function that says why a service fails. A check that hangs is not started again before it has ended. */
function failing(name: string, ms: number, check: () => Promise<unknown>): () => Promise<string | undefined> {
  const ask = singleFlight(() =>
    check().then(
      () => undefined,
      () => `${name} cannot be asked`,
    ),
  )
  return async () => {
    const { promise: tooLate, resolve } = Promise.withResolvers<string>()
    const timer = setTimeout(() => resolve(`${name} does not answer`), ms)
    try {
      return await Promise.race([ask(name), tooLate])
    } finally {
      clearTimeout(timer)
    }
  }
}
