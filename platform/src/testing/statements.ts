import pg from 'pg'

/** A kind of statement that PostgreSQL has executed since the last reset. */
export interface Statement {
  /** The statement with placeholders for its values. */
  text: string
  calls: number
  /** Time for planning and executing all calls. */
  microseconds: number
}

/** Cost of one request in PostgreSQL. */
export interface StatementCost {
  /** Number of statements, not counting the beginnings and ends of transactions. */
  statements: number
  transactions: number
  microseconds: number
  texts: string[]
}

/** Counts the statements of a database by `pg_stat_statements`. Connections opened before are not counted. */
export interface StatementCounter {
  reset(): Promise<void>
  read(): Promise<Statement[]>
  /** Returns the size of the database with its indexes. */
  databaseBytes(): Promise<number>
  close(): Promise<void>
}

/** @throws when the server has not loaded the library, as `postgres-process.ts` does */
export async function countStatements(url: string): Promise<StatementCounter> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const name = client.escapeIdentifier(new URL(url).pathname.slice(1))
  await client.query('create extension if not exists pg_stat_statements')
  // The counter's own session keeps the server's setting, so it does not count itself.
  await client.query(`alter database ${name} set pg_stat_statements.track = 'top'`)
  await client.query(`alter database ${name} set pg_stat_statements.track_planning = on`)
  const ofDatabase = '(select oid from pg_database where datname = current_database())'
  return {
    async reset() {
      await client.query(`select pg_stat_statements_reset(0, ${ofDatabase})`)
    },
    async read() {
      const { rows } = await client.query<Statement>(
        `select query as text, calls::int, (total_plan_time + total_exec_time) * 1000 as microseconds
        from pg_stat_statements where dbid = ${ofDatabase}`,
      )
      return rows
    },
    async databaseBytes() {
      const { rows } = await client.query<{ bytes: string }>(
        'select pg_database_size(current_database()) as bytes',
      )
      return Number(rows[0]?.bytes)
    },
    close: () => client.end(),
  }
}

/**
 * Returns the cost of one of several equal requests. Leaves out statements that did not run once for each of them: they belong to
 * background jobs, or to caches that requests share.
 */
export function costOf(executed: readonly Statement[], requests: number): StatementCost {
  const each = executed.filter(({ calls }) => calls >= requests)
  const isControl = ({ text }: Statement) => /^(begin|commit|rollback|start transaction)\b/i.test(text)
  const perRequest = (some: readonly Statement[]) =>
    some.reduce((sum, { calls }) => sum + Math.floor(calls / requests), 0)
  const work = each.filter((statement) => !isControl(statement))
  return {
    statements: perRequest(work),
    transactions: perRequest(each.filter(({ text }) => /^(begin|start transaction)\b/i.test(text))),
    microseconds: each.reduce((sum, { microseconds }) => sum + microseconds, 0) / requests,
    texts: work.map(({ text }) => text),
  }
}
