import type { Histogram } from '../histogram.ts'
import type { LedgerState } from '../ledger/ledger.ts'

/** The text format of Prometheus. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** What the service tells about itself. Amounts are in micro-units and written exactly, whatever reads them. */
export function metricsText(state: LedgerState, droppedLogLines: number): string {
  const { failures, ...outcomes } = state.outcomes
  const { totals } = state
  return [
    family('economy_events_total', 'counter', 'Events in the ledger.', [
      ['{type="Transaction"}', totals.transactions],
      ['{type="Mint"}', totals.mints],
      ['{type="Burn"}', totals.burns],
    ]),
    single('economy_supply_micro', 'gauge', 'The sum of all balances.', state.supply),
    single('economy_minted_micro_total', 'counter', 'Everything that was ever minted.', totals.minted),
    single(
      'economy_burned_micro_total',
      'counter',
      'Everything that was destroyed, fees included.',
      totals.burned,
    ),
    single('economy_fees_micro_total', 'counter', 'What fees destroyed.', totals.fees),
    single('economy_accounts', 'gauge', 'Users who ever took part in an event.', state.accounts),
    single('economy_ledger_bytes', 'gauge', 'The size of the ledger file.', state.bytes),
    family(
      'economy_proposals_total',
      'counter',
      'Answered proposals since the start, by what became of them.',
      Object.entries(outcomes).map(([outcome, count]) => [`{outcome="${outcome}"}`, count]),
    ),
    single(
      'economy_proposals_waiting',
      'gauge',
      'Proposals that wait for the batch before theirs.',
      state.waiting,
    ),
    single('economy_write_failures_total', 'counter', 'Batches that the disk did not take.', failures),
    histogram('economy_commit_seconds', 'How long the disk took for a batch.', state.commits),
    single(
      'economy_log_lines_dropped_total',
      'counter',
      'Log lines dropped because standard output was blocked.',
      droppedLogLines,
    ),
    single('process_resident_memory_bytes', 'gauge', 'Memory of the process.', process.memoryUsage.rss()),
    single('process_cpu_seconds_total', 'counter', 'Processor time of the process.', cpuSeconds()),
    single('process_start_time_seconds', 'gauge', 'When the process started.', performance.timeOrigin / 1000),
  ].join('')
}

type Sample = [labels: string, value: number | bigint]

function single(name: string, type: 'counter' | 'gauge', help: string, value: number | bigint): string {
  return family(name, type, help, [['', value]])
}

function family(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function histogram(name: string, help: string, { bounds, counts, sum }: Histogram): string {
  let count = 0
  const buckets = counts.map((own, index) => {
    count += own
    return `${name}_bucket{le="${bounds[index] ?? '+Inf'}"} ${count}\n`
  })
  return `# HELP ${name} ${help}\n# TYPE ${name} histogram\n${buckets.join('')}${name}_sum ${sum}\n${name}_count ${count}\n`
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
