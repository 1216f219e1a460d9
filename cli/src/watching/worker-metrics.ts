import { openChannel } from '../workers/channel.ts'
import { type SiteMetrics, withoutEmptyHistograms } from './metrics.ts'

/** Longer than the parent waits for each worker. */
const patienceMs = 5_000

/**
 * Answers the parent's questions in a worker. Returns a function that reads the metrics of all workers. A sum of their values
 * would fall when a worker is replaced, which Prometheus takes for a restart of all, so each has its own label.
 */
export function workerMetrics(number: number, metrics: SiteMetrics): () => Promise<string> {
  const ask = openChannel(process, {
    health: async () => true,
    metrics: () => metrics.samples({ worker: number }),
  })
  return async () => {
    const { workers, droppedLogLines } = await ask('allMetrics', AbortSignal.timeout(patienceMs))
    const { mergeSamples } = await import('@baseplate/service/metrics')
    const ofParent = {
      name: 'baseplate_log_lines_dropped_total',
      help: 'Log lines dropped because standard output was blocked.',
      type: 'counter',
      values: [{ labels: {}, value: droppedLogLines }],
    }
    return withoutEmptyHistograms(await mergeSamples([...workers, [ofParent]]))
  }
}
