import { Timings } from '@baseplate/service/timings'
import type { CompiledQuery, LogEvent } from 'kysely'
import { DatabaseUnavailable } from './outage.ts'

/** Queries of this process by operation, such as `select`. `connection`: the wait for a connection of the pool. */
export const queryTimings = new Timings()

const operationOf: Partial<Record<CompiledQuery['query']['kind'], string>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
}

const rawOperations = new Set(['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback'])

/** Records a query that Kysely reports. A violated constraint is an answer, not a failure of the database. */
export function timeQuery(event: LogEvent): void {
  const { query, queryDurationMillis } = event
  const operation = operationOf[query.query.kind] ?? rawOperation(query.sql)
  const failed = event.level === 'error' && event.error instanceof DatabaseUnavailable
  queryTimings.observe(operation, queryDurationMillis, failed)
}

function rawOperation(text: string): string {
  const [word = ''] = /^\w*/.exec(text.trimStart()) ?? []
  const name = word.toLowerCase()
  return rawOperations.has(name) ? name : 'other'
}
