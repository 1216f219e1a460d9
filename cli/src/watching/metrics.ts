import type { Config } from '@baseplate/platform/foundation/config/schema'
import { allowedBackupAge, type Gauges, readGauges } from '@baseplate/platform/operations/door'
import type { Platform } from '@baseplate/platform/platform'
import type { Labels, Metrics, SampledMetric } from '@baseplate/service/metrics'
import { addJobs, addPool, addTimings } from './parts-metrics.ts'
import type { RequestCounts } from './request-counts.ts'

/** Interval between two samples of the event loop's lag. Each sample wakes the process. */
const lagPrecisionMs = 20

interface Sources {
  platform: Platform
  requests: RequestCounts
  droppedLogLines: () => number
}

export interface SiteMetrics {
  /** The metrics of this process for Prometheus. */
  text(): Promise<string>
  /** The same as one of several processes, each of which has a label for its own values. */
  samples(own: Labels): Promise<SampledMetric[]>
}

/** The metrics of the site. prom-client is loaded, and the event loop watched, from the first reading. */
export function createMetrics(sources: Sources): SiteMetrics {
  const { platform } = sources
  let metrics: Promise<Metrics> | undefined
  let gauges: Gauges
  const read = async () => {
    gauges = await readGauges(platform)
    metrics ??= loadMetrics(sources, () => gauges)
    return metrics
  }
  return {
    text: async () => withoutEmptyHistograms(await (await read()).text()),
    samples: async (own) =>
      (await (await read()).samples()).map((metric) => ({
        ...metric,
        values: metric.values.map((sample) =>
          isOfPlatform(metric.name, sample.labels)
            ? sample
            : { ...sample, labels: { ...sample.labels, ...own } },
        ),
      })),
  }
}

/** Whether a value comes from the database and so is the same in every process. */
const isOfPlatform = (name: string, labels: Labels): boolean =>
  name === 'baseplate_playing' ||
  name === 'baseplate_last_backup_timestamp_seconds' ||
  name === 'baseplate_backup_allowed_age_seconds' ||
  name === 'baseplate_webhooks_failing' ||
  (name === 'baseplate_waiting' && labels.for !== 'passwords')

async function loadMetrics(
  { platform, requests, droppedLogLines }: Sources,
  gauges: () => Gauges,
): Promise<Metrics> {
  const { Metrics } = await import('@baseplate/service/metrics')
  const metrics = new Metrics()
  metrics.defaults(lagPrecisionMs)
  addGauges(metrics, platform.config, gauges)
  metrics.counter({
    name: 'baseplate_log_lines_dropped_total',
    help: 'Log lines dropped because standard output was blocked.',
    read: droppedLogLines,
  })
  requests.addTo(metrics)
  addPool(metrics, gauges)
  addTimings(metrics)
  addJobs(metrics)
  return metrics
}

function addGauges(metrics: Metrics, config: Config, gauges: () => Gauges): void {
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
    name: 'baseplate_webhooks_failing',
    help: 'Enabled webhooks whose last request failed.',
    read: () => gauges().webhooksFailing,
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
  metrics.gauge({
    name: 'baseplate_backup_allowed_age_seconds',
    help: 'Age beyond which the last backup is overdue.',
    read: () => allowedBackupAge(config.Backup) / 1_000,
  })
}

/**
 * Leaves out the event-loop statistics when nothing was sampled since the last scrape. Node.js then reports `NaN` as the mean
 * and 9223372036 seconds as the minimum, which would spoil graphs.
 */
export const withoutEmptyHistograms = (text: string): string =>
  text.replaceAll(/^nodejs_eventloop_lag_\w+(?:\{[^}]*\})? (?:nan|9223372036\S*)\n/gim, '')
