import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres } from './dialect.ts'

/**
 * Runs work in a transaction of its own, and answers when it is committed: for what many do at once, each waiting for the disk.
 * Like in any transaction, nothing else of the database may be waited for in it.
 *
 * @throws what the work throws, of which nothing is kept then; or why the commit failed.
 */
export type CommitTogether<Schema> = <T>(work: (transaction: Kysely<Schema>) => Promise<T>) => Promise<T>

/** As many as are committed at once, some milliseconds of work: whoever wants to read waits for them. */
const mostTogether = 50

interface Waiting<Schema> {
  /** Answers how to tell whoever waits what came of it. */
  run: (transaction: Kysely<Schema>) => Promise<() => void>
  fail: (error: unknown) => void
}

/**
 * SQLite has one writer, and syncs with each commit, which takes longer than all else: the work of one moment is one transaction of
 * it, in which each has a savepoint. Of 64 buyers at once each would sync twice; counted once during
 * `npm run bench -- purchases`, 1,767 purchases took 159 syncs. PostgreSQL has its connections share syncs by itself.
 */
export function createCommitTogether<Schema>(db: Kysely<Schema>): CommitTogether<Schema> {
  if (isPostgres(db)) return (work) => db.transaction().execute(work)

  let waiting: Waiting<Schema>[] = []
  let running = false

  const runAll = async () => {
    running = true
    while (waiting.length > 0) {
      // Those whose requests came with the same look at the sockets come along.
      await nextTurn()
      const group = waiting.slice(0, mostTogether)
      waiting = waiting.slice(mostTogether)
      await runGroup(db, group)
    }
    running = false
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({
        fail: reject,
        async run(transaction) {
          const done = await savedFrom(transaction, work)
          return () => ('error' in done ? reject(done.error) : resolve(done.value))
        },
      })
      if (!running) void runAll()
    })
}

async function runGroup<Schema>(db: Kysely<Schema>, group: readonly Waiting<Schema>[]): Promise<void> {
  const answers: (() => void)[] = []
  try {
    await db.transaction().execute(async (transaction) => {
      for (const { run } of group) answers.push(await run(transaction))
    })
  } catch (error) {
    for (const { fail } of group) fail(error)
    return
  }
  for (const answer of answers) answer()
}

/** @throws when the whole transaction is lost. */
async function savedFrom<Schema, T>(
  transaction: Kysely<Schema>,
  work: (transaction: Kysely<Schema>) => Promise<T>,
): Promise<{ value: T } | { error: unknown }> {
  await transaction.executeQuery(savepoint)
  try {
    const value = await work(transaction)
    await transaction.executeQuery(release)
    return { value }
  } catch (error) {
    await transaction.executeQuery(rollBack)
    await transaction.executeQuery(release)
    return { error }
  }
}

const savepoint = CompiledQuery.raw('savepoint work')
const release = CompiledQuery.raw('release work')
const rollBack = CompiledQuery.raw('rollback to work')
