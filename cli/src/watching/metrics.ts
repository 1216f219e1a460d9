import { type Gauges, readGauges } from '@baseplate/platform/operations/reconciliation/gauges'
import type { Platform } from '@baseplate/platform/platform'
import type { Metrics } from '@baseplate/service/metrics'
import type { RequestCounts } from './request-counts.ts'

/** Interval between two samples of the event loop's lag. Each sample wakes the process. */
const lagPrecisionMs = 20

interface Sources {
  platform: Platform
  requests: RequestCounts
  droppedLogLines: () => number
}

/** Returns a function that reads the metrics of the site. prom-client is loaded, and the event loop watched, from its first call. */
export function createMetrics(sources: Sources): () => Promise<string> {
  const { platform } = sources
  let metrics: Promise<Metrics> | undefined
  let gauges: Gauges
  return async () => {
    gauges = await readGauges(platform)
    metrics ??= loadMetrics(sources, () => gauges)
    return withoutEmptyHistograms(await (await metrics).text())
  }
}

async function loadMetrics({ requests, droppedLogLines }: Sources, gauges: () => Gauges): Promise<Metrics> {
  const { Metrics } = await import('@baseplate/service/metrics')
  const metrics = new Metrics()
  metrics.defaults(lagPrecisionMs)
  addGauges(metrics, gauges)
  metrics.counter({
    name: 'baseplate_log_lines_dropped_total',
    help: 'Log lines dropped because standard output was blocked.',
    read: droppedLogLines,
  })
  requests.addTo(metrics)
  return metrics
}

function addGauges(metrics: Metrics, gauges: () => Gauges): void {
  metrics.gauge({
    name: 'baseplate_playing',
    help: 'Players in all places.',
    read: () => gauges().playing,
  })
  metrics.gauge({
    name: 'baseplate_waiting',
    help: 'Waiting work, by kind.',
    labelNames: ['for'],
    read: () => Object.entries(gauges().waiting).map(([kind, count]) => [{ for: kind }, count]),
  })
  metrics.gauge({
    name: 'baseplate_streams',
    help: 'Open streams, by kind.',
    labelNames: ['of'],
    read: () => Object.entries(gauges().streams).map(([kind, count]) => [{ of: kind }, count]),
  })
  metrics.gauge({
    name: 'baseplate_last_backup_timestamp_seconds',
    help: 'When the last backup was completed, in Unix time; 0 when none is known.',
    read: () => (gauges().lastBackup ?? 0) / 1_000,
  })
}

/**
 * Leaves out the event-loop statistics when nothing was sampled since the last scrape. Node.js then reports `NaN` as the mean
 * and 9223372036 seconds as the minimum, which would spoil graphs.
 */
const withoutEmptyHistograms = (text: string): string =>
  text.replaceAll(/^nodejs_eventloop_lag_\w+(?:\{[^}]*\})? (?:nan|9223372036\S*)\n/gim, '')
