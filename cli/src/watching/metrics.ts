import { type Gauges, readGauges } from '@baseplate/platform/operations/reconciliation/gauges'
import type { Platform } from '@baseplate/platform/platform'
import type { RequestCounts } from './request-counts.ts'

/** The event loop's lag is looked at this often: each look wakes the process. */
const lagPrecisionMs = 20

/**
 * What Prometheus is told of the site. All of it but the counts of requests is loaded, and the event loop watched, when
 * somebody asks for the first time.
 */
export function createMetrics(
  platform: Platform,
  requests: RequestCounts,
  droppedLogLines: () => number,
): () => Promise<string> {
  let gaugesText: Promise<(gauges: Gauges) => Promise<string>> | undefined
  return async () => {
    gaugesText ??= createGaugesText(droppedLogLines)
    const text = await gaugesText
    return `${await text(await readGauges(platform))}\n${requests.text()}`
  }
}

async function createGaugesText(droppedLogLines: () => number): Promise<(gauges: Gauges) => Promise<string>> {
  const { collectDefaultMetrics, Counter, Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagPrecisionMs })
  const playing = new Gauge({ name: 'baseplate_playing', help: 'People who play, anywhere.', registers })
  const waiting = new Gauge({
    name: 'baseplate_waiting',
    help: 'What waits to be done, by what for.',
    labelNames: ['for'],
    registers,
  })
  const streams = new Gauge({
    name: 'baseplate_streams',
    help: 'Responses that stay open.',
    labelNames: ['of'],
    registers,
  })
  new Counter({
    name: 'baseplate_log_lines_dropped_total',
    help: 'Log lines dropped because standard output was blocked.',
    registers,
    collect() {
      this.reset()
      this.inc(droppedLogLines())
    },
  })
  const backup = new Gauge({
    name: 'baseplate_last_backup_timestamp_seconds',
    help: 'When the last backup was completed, in Unix time; 0 when none is known.',
    registers,
  })
  return async (gauges) => {
    backup.set((gauges.lastBackup ?? 0) / 1_000)
    playing.set(gauges.playing)
    for (const [what, count] of Object.entries(gauges.waiting)) waiting.set({ for: what }, count)
    for (const [what, count] of Object.entries(gauges.streams)) streams.set({ of: what }, count)
    return withoutEmptyHistograms(await registry.metrics())
  }
}

/**
 * Leaves out the event-loop statistics when nothing was sampled since the last scrape. Node.js then reports `NaN` as the mean
 * and 9223372036 seconds as the minimum, which would spoil graphs.
 */
const withoutEmptyHistograms = (text: string): string =>
  text.replaceAll(/^nodejs_eventloop_lag_\w+(?:\{[^}]*\})? (?:nan|9223372036\S*)\n/gim, '')
