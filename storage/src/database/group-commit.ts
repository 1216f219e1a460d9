import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres } from './dialect.ts'

/**
 * Runs work in a transaction, and returns after the commit. Concurrent calls may share the commit, and with it the wait for the
 * disk. The work must use only the given handle: a query on any other connection would wait for this transaction.
 *
 * @throws any error of the work, which is then rolled back; the error of the commit.
 */
export type GroupCommit<Schema> = <T>(work: (db: Kysely<Schema>) => Promise<T>) => Promise<T>

/** Maximum calls per commit. It bounds the time that readers wait for the shared transaction to a few milliseconds. */
const maxGroupSize = 50

interface Waiting<Schema> {
  /** Runs the work, and returns a function that settles the caller's promise after the commit. */
  run: (db: Kysely<Schema>) => Promise<() => void>
  fail: (error: unknown) => void
}

/**
 * Groups concurrent commits on SQLite, which has one writer and syncs the disk with each commit. A group is one transaction with a
 * savepoint for each call. PostgreSQL groups the commits of its connections itself.
 */
export function createGroupCommit<Schema>(db: Kysely<Schema>): GroupCommit<Schema> {
  if (isPostgres(db)) return (work) => db.transaction().execute(work)

  let waiting: Waiting<Schema>[] = []
  let running = false

  const runAll = async () => {
    running = true
    while (waiting.length > 0) {
      // Lets requests that arrived in the same turn of the event loop join the group.
      await nextTurn()
      const group = waiting.slice(0, maxGroupSize)
      waiting = waiting.slice(maxGroupSize)
      await runGroup(db, group)
    }
    running = false
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({
        fail: reject,
        async run(db) {
          const outcome = await runInSavepoint(db, work)
          return () => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value))
        },
      })
      if (!running) void runAll()
    })
}

async function runGroup<Schema>(db: Kysely<Schema>, group: readonly Waiting<Schema>[]): Promise<void> {
  const settlers: (() => void)[] = []
  try {
    await db.transaction().execute(async (trx) => {
      for (const { run } of group) settlers.push(await run(trx))
    })
  } catch (error) {
    for (const { fail } of group) fail(error)
    return
  }
  for (const settle of settlers) settle()
}

/** Rolls back to a savepoint when the work fails. @throws when the whole transaction is lost. */
async function runInSavepoint<Schema, T>(
  db: Kysely<Schema>,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<{ value: T } | { error: unknown }> {
  await db.executeQuery(savepoint)
  try {
    const value = await work(db)
    await db.executeQuery(release)
    return { value }
  } catch (error) {
    // After some errors, such as a full disk, SQLite has rolled back the whole transaction.
    await db.executeQuery(rollBack).catch(() => {
      throw error
    })
    await db.executeQuery(release)
    return { error }
  }
}

const savepoint = CompiledQuery.raw('savepoint work')
const release = CompiledQuery.raw('release work')
const rollBack = CompiledQuery.raw('rollback to work')
