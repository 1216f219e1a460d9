import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram as PromHistogram,
  Registry,
  Summary,
} from 'prom-client'
import type { Histogram } from './histogram.ts'

/** Values counted in buckets. */
type Buckets = Pick<Histogram, 'bounds' | 'counts' | 'sum'>

export type Labels = Record<string, string | number>

/** Values by their labels; a single number has none. */
type Samples = number | readonly (readonly [labels: Labels, value: number])[]

interface Metric<Read> {
  name: string
  help: string
  labelNames?: readonly string[]
  /** Called at each scrape. */
  read: () => Read
}

/**
 * Metrics of this process in the text format of Prometheus. The process counts with plain numbers, which are read at each
 * scrape: counting through prom-client would cost more than some of the requests that are counted.
 */
export class Metrics {
  readonly #registry = new Registry()

  counter({ read, ...metric }: Metric<Samples>): void {
    new Counter({
      ...metric,
      registers: [this.#registry],
      collect() {
        this.reset()
        for (const [labels, value] of listed(read())) this.inc(labels, value)
      },
    })
  }

  gauge({ read, ...metric }: Metric<Samples>): void {
    new Gauge({
      ...metric,
      registers: [this.#registry],
      collect() {
        // Labels that are gone must not keep their last value.
        this.reset()
        for (const [labels, value] of listed(read())) this.set(labels, value)
      },
    })
  }

  histogram({ name, help, read }: Metric<readonly (readonly [Labels, Buckets])[]>): void {
    const shape = new PromHistogram({ name, help, registers: [] })
    const samples = () => read().flatMap(([labels, histogram]) => histogramSamples(name, labels, histogram))
    this.#registry.registerMetric(new CountedElsewhere(shape, name, help, samples))
  }

  /** A summary without quantiles. */
  summary({ name, help, read }: Metric<{ sum: number; count: number }>): void {
    const shape = new Summary({ name, help, registers: [] })
    const samples = () => Object.entries(read()).map(([part, value]) => sample(`${name}_${part}`, {}, value))
    this.#registry.registerMetric(new CountedElsewhere(shape, name, help, samples))
  }

  /** Adds memory, processor time and start time of the process, without the cost of prom-client's default metrics. */
  process(): void {
    this.gauge({
      name: 'process_resident_memory_bytes',
      help: 'Memory of the process.',
      read: () => process.memoryUsage.rss(),
    })
    this.counter({
      name: 'process_cpu_seconds_total',
      help: 'Processor time of the process.',
      read: () => {
        const { user, system } = process.cpuUsage()
        return (user + system) / 1e6
      },
    })
    this.gauge({
      name: 'process_start_time_seconds',
      help: 'When the process started.',
      read: () => performance.timeOrigin / 1000,
    })
  }

  /** Adds prom-client's default metrics of the process and of Node.js. */
  defaults(lagPrecisionMs: number): void {
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: lagPrecisionMs })
  }

  text(): Promise<string> {
    return textOf(this.#registry)
  }

  /** Returns the values for `mergeSamples` in another process. Leaves out infinite values and NaN, which JSON cannot hold. */
  async samples(): Promise<SampledMetric[]> {
    const metrics = (await this.#registry.getMetricsAsJSON()) as unknown as SampledMetric[]
    return metrics.map(({ name, help, type, values }) => ({
      name,
      help,
      type,
      values: values.filter(({ value }) => Number.isFinite(value)),
    }))
  }
}

/** A metric with its values, as one process reports it. */
export interface SampledMetric {
  name: string
  help: string
  type: string
  values: { metricName?: string; labels: Labels; value: number }[]
}

/** Returns the metrics of several processes in the text format. The first of several values with the same labels counts. */
export function mergeSamples(ofProcesses: readonly SampledMetric[][]): Promise<string> {
  const first = ofProcesses.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: 'first' })))
  return textOf(AggregatorRegistry.aggregate(first))
}

const textOf = async (registry: Registry) => (await registry.metrics()).replaceAll('\n\n', '\n')

interface Sample {
  metricName: string
  labels: Labels
  value: number
}

/** A histogram or summary whose values prom-client did not observe itself. It has no setter for them. */
class CountedElsewhere extends Gauge {
  readonly #shape: PromHistogram | Summary
  readonly #samples: () => Sample[]

  constructor(shape: PromHistogram | Summary, name: string, help: string, samples: () => Sample[]) {
    super({ name, help, registers: [] })
    this.#shape = shape
    this.#samples = samples
  }

  override async get() {
    return { ...(await this.#shape.get()), values: this.#samples() }
  }
}

function histogramSamples(name: string, labels: Labels, { bounds, counts, sum }: Buckets): Sample[] {
  let count = 0
  const buckets = counts.map((own, index) => {
    count += own
    return sample(`${name}_bucket`, { ...labels, le: bounds[index] ?? '+Inf' }, count)
  })
  return [...buckets, sample(`${name}_sum`, labels, sum), sample(`${name}_count`, labels, count)]
}

const sample = (metricName: string, labels: Labels, value: number): Sample => ({ metricName, labels, value })

const listed = (samples: Samples) => (typeof samples === 'number' ? [[{}, samples] as const] : samples)
