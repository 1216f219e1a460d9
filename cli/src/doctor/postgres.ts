import type { Config } from '@baseplate/platform/foundation/config/schema'
import { examinePostgres, type PostgresFacts } from './examine-postgres.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

/** Maximum difference between clocks that count as synchronised. */
const toleranceMs = 5_000

/** Fraction of the connections in use beyond which the server counts as nearly full. */
const nearlyFull = 0.9

/** Yields findings about PostgreSQL and the connection to it. If it cannot be reached, that is the only finding. */
export async function* examineServer(config: Config): AsyncGenerator<Finding & { what: string }, void> {
  const { databaseUrl, databaseListenUrl } = config
  if (databaseUrl === undefined) return
  const facts = await examinePostgres(databaseUrl, databaseListenUrl).catch((error: Error) => error)
  if (facts instanceof Error) {
    const which = databaseListenUrl === undefined ? 'DATABASE_URL' : 'DATABASE_URL or DATABASE_LISTEN_URL'
    yield { what: 'connections', ...fault(facts.message, `Let this machine reach ${which}.`) }
    return
  }
  yield { what: 'pooler', ...judgePooler(facts, databaseListenUrl !== undefined) }
  yield { what: 'connections', ...judgeConnections(facts, config) }
  yield { what: 'clock of the database', ...judgeClock(facts) }
}

/** Judges the pooler in front of PostgreSQL, and whether notifications arrive. */
export function judgePooler(
  { pooler, acceptsSettings, signalsArrive, statementTimeout }: PostgresFacts,
  hasListenUrl: boolean,
): Finding {
  const summary = pooler === 'none' ? 'none' : `in ${pooler === 'other' ? 'session' : pooler} mode`
  if (!hasListenUrl && (pooler === 'transaction' || !acceptsSettings)) {
    return fault(
      `DATABASE_URL is a pooler${pooler === 'none' ? '' : ` ${summary}`}, and DATABASE_LISTEN_URL is not set`,
      'Set DATABASE_LISTEN_URL to PostgreSQL itself: docs/operating/postgresql.md#pgbouncer.',
    )
  }
  if (!signalsArrive) {
    return fault(
      'notifications sent through DATABASE_URL do not arrive at DATABASE_LISTEN_URL',
      'Set DATABASE_LISTEN_URL to the server and the database behind DATABASE_URL, without a pooler.',
    )
  }
  if (pooler !== 'none' && statementTimeout === '0') {
    return warning(
      `${summary}, and single statements have no time limit`,
      "ALTER ROLE … SET statement_timeout = '30s': docs/operating/postgresql.md#pgbouncer.",
    )
  }
  return ok(summary)
}

/**
 * Judges whether PostgreSQL has enough connections left. Without a pooler, the sites need one for each connection of their pools. A
 * pooler limits its own connections to PostgreSQL.
 */
export function judgeConnections(
  { pooler, connections: { max, own, others } }: PostgresFacts,
  { workers, Database: { PoolSize } }: Pick<Config, 'workers' | 'Database'>,
): Finding {
  const summary = `${own + others} of ${max} in use`
  const needed = workers * (PoolSize + 1)
  if (pooler === 'none' && max - others < needed) {
    return warning(
      `${summary}, ${others} of them by others; this machine's sites open up to ${needed}`,
      'Raise max_connections, lower Database.PoolSize, or use PgBouncer.',
    )
  }
  if (own + others > nearlyFull * max)
    return warning(summary, 'Raise max_connections, or use PgBouncer: docs/operating/postgresql.md.')
  return ok(pooler === 'none' ? `${summary}; this machine's sites open up to ${needed}` : summary)
}

export function judgeClock({ clockAheadMs }: PostgresFacts): Finding {
  const seconds = Math.round(Math.abs(clockAheadMs) / 1_000)
  return Math.abs(clockAheadMs) <= toleranceMs
    ? ok("agrees with this machine's")
    : warning(
        `differs from this machine's by ${seconds} seconds; Baseplate uses the database's clock`,
        'Synchronise both clocks: timedatectl set-ntp true.',
      )
}
