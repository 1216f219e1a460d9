import { type JobTiming, jobTimings } from '@baseplate/platform/foundation/job-timings'
import type { Gauges } from '@baseplate/platform/operations/door'
import type { Metrics } from '@baseplate/service/metrics'
import type { Timings } from '@baseplate/service/timings'
import { queryTimings } from '@baseplate/storage/database/query-timings'
import { objectTimings } from '@baseplate/storage/s3-files/request-timings'

/** Adds the connections to PostgreSQL. SQLite has none. */
export function addPool(metrics: Metrics, gauges: () => Gauges): void {
  metrics.gauge({
    name: 'baseplate_database_connections',
    help: 'Connections to the database, by state.',
    labelNames: ['state'],
    read() {
      const { pool } = gauges()
      if (!pool) return []
      return [
        [{ state: 'used' }, pool.used],
        [{ state: 'idle' }, pool.idle],
      ]
    },
  })
  metrics.gauge({
    name: 'baseplate_database_connections_max',
    help: 'Maximum number of connections to the database.',
    read: () => gauges().pool?.max ?? [],
  })
  metrics.gauge({
    name: 'baseplate_database_waiting',
    help: 'Requests that wait for a connection to the database.',
    read: () => gauges().pool?.waiting ?? [],
  })
}

/** Adds the times of queries, and of requests to object storage. */
export function addTimings(metrics: Metrics): void {
  addOperations(metrics, queryTimings, {
    seconds: 'baseplate_database_query_seconds',
    failures: 'baseplate_database_failures_total',
    of: 'queries, and waits for a connection',
  })
  addOperations(metrics, objectTimings, {
    seconds: 'baseplate_object_storage_seconds',
    failures: 'baseplate_object_storage_failures_total',
    of: 'requests to object storage until the head of the response',
  })
}

function addOperations(
  metrics: Metrics,
  timings: Timings,
  { seconds, failures, of }: { seconds: string; failures: string; of: string },
): void {
  metrics.histogram({
    name: seconds,
    help: `Times of ${of}, by operation.`,
    read: () => [...timings.entries()].map(([operation, timing]) => [{ operation }, timing]),
  })
  metrics.counter({
    name: failures,
    help: `Failures of ${of}, by operation.`,
    labelNames: ['operation'],
    read: () => [...timings.entries()].map(([operation, timing]) => [{ operation }, timing.failures]),
  })
}

/** Adds the background jobs that this process has run. */
export function addJobs(metrics: Metrics): void {
  const readEach = (value: (timing: JobTiming) => number) => () =>
    [...jobTimings].map(([name, timing]) => [{ name }, value(timing)] as const)
  const labelNames = ['name']
  metrics.counter({
    name: 'baseplate_job_runs_total',
    help: 'Runs of background jobs.',
    labelNames,
    read: readEach(({ runs }) => runs),
  })
  metrics.counter({
    name: 'baseplate_job_failures_total',
    help: 'Runs of background jobs that failed.',
    labelNames,
    read: readEach(({ failures }) => failures),
  })
  metrics.counter({
    name: 'baseplate_job_seconds_total',
    help: 'Duration of all runs of background jobs.',
    labelNames,
    read: readEach(({ seconds }) => seconds),
  })
  metrics.gauge({
    name: 'baseplate_job_last_seconds',
    help: 'Duration of the last run of background jobs.',
    labelNames,
    read: readEach(({ lastSeconds }) => lastSeconds),
  })
  metrics.gauge({
    name: 'baseplate_job_last_success_timestamp_seconds',
    help: 'When background jobs last succeeded in this process, in Unix time; 0: never.',
    labelNames,
    read: readEach(({ lastSuccess }) => lastSuccess / 1_000),
  })
}
