import { Metrics } from '@baseplate/service/metrics'
import type { DatabaseStandby } from '../../contract.ts'
import type { SnapshotState } from '../ledger/file/snapshot/schedule.ts'
import type { LedgerState } from '../ledger/ledger.ts'

/** The service as its metrics show it. */
export interface Observed {
  ledger: LedgerState
  snapshot: SnapshotState
  /** Absent when the ledger is a file. */
  replication?: ReplicationState | undefined
}

export interface ReplicationState {
  isWriter: boolean
  epoch: number
  /** Time since the copy of the log was certainly complete; 0 for the writer. */
  lagMs: number
  /** Bytes of the copy that are not on the disk of this machine yet. */
  waitingBytes: number
  /** Standbys of the PostgreSQL server. Undefined if the service may not see them. */
  standbys: readonly DatabaseStandby[] | undefined
}

/** Metrics of the service. Amounts are in micro-units. */
export class EconomyMetrics {
  readonly #metrics = new Metrics()
  #observed: Observed

  /** @param observed decides which metrics exist: those of replication need a shared ledger */
  constructor(observed: Observed, droppedLogLines: () => number) {
    this.#observed = observed
    this.#addLedger()
    this.#addAmounts()
    this.#addProposals()
    this.#addSnapshot()
    if (observed.replication !== undefined) this.#addReplication()
    this.#metrics.counter({
      name: 'economy_log_lines_dropped_total',
      help: 'Log lines dropped because standard output was blocked.',
      read: droppedLogLines,
    })
    this.#metrics.process()
  }

  /** Returns the metrics of the present state. */
  async text(observed: Observed): Promise<string> {
    this.#observed = observed
    return withExactAmounts(await this.#metrics.text(), amountsOf(this.#observed.ledger))
  }

  #addLedger(): void {
    this.#metrics.counter({
      name: 'economy_events_total',
      help: 'Events in the ledger.',
      labelNames: ['type'],
      read: () => {
        const { transactions, mints, burns } = this.#observed.ledger.totals
        return [
          [{ type: 'Transaction' }, transactions],
          [{ type: 'Mint' }, mints],
          [{ type: 'Burn' }, burns],
        ]
      },
    })
    this.#metrics.gauge({
      name: 'economy_accounts',
      help: 'Users who took part in at least one event.',
      read: () => this.#observed.ledger.accounts,
    })
    this.#metrics.gauge({
      name: 'economy_ledger_bytes',
      help: 'The size of the ledger file.',
      read: () => this.#observed.ledger.bytes,
    })
    this.#metrics.histogram({
      name: 'economy_commit_seconds',
      help: 'Time that the disk took for a batch.',
      read: () => [[{}, this.#observed.ledger.commits]],
    })
  }

  #addAmounts(): void {
    const amount = (name: AmountName) => () => Number(amountsOf(this.#observed.ledger)[name])
    this.#metrics.gauge({
      name: 'economy_supply_micro',
      help: 'The sum of all balances.',
      read: amount('economy_supply_micro'),
    })
    this.#metrics.counter({
      name: 'economy_minted_micro_total',
      help: 'Everything that was ever minted.',
      read: amount('economy_minted_micro_total'),
    })
    this.#metrics.counter({
      name: 'economy_burned_micro_total',
      help: 'Everything that was destroyed, fees included.',
      read: amount('economy_burned_micro_total'),
    })
    this.#metrics.counter({
      name: 'economy_fees_micro_total',
      help: 'Everything that fees destroyed.',
      read: amount('economy_fees_micro_total'),
    })
  }

  #addProposals(): void {
    this.#metrics.counter({
      name: 'economy_proposals_total',
      help: 'Answered proposals since the start, by outcome.',
      labelNames: ['outcome'],
      read: () => {
        const { failures: _, ...outcomes } = this.#observed.ledger.outcomes
        return Object.entries(outcomes).map(([outcome, count]) => [{ outcome }, count])
      },
    })
    this.#metrics.gauge({
      name: 'economy_proposals_waiting',
      help: 'Proposals that wait for the batch before theirs.',
      read: () => this.#observed.ledger.waiting,
    })
    this.#metrics.counter({
      name: 'economy_write_failures_total',
      help: 'Batches that could not be written, or decided by a process that may no longer write.',
      read: () => this.#observed.ledger.outcomes.failures,
    })
  }

  #addSnapshot(): void {
    this.#metrics.gauge({
      name: 'economy_snapshot_events',
      help: 'Events in the snapshot from which the next start continues.',
      read: () => this.#observed.snapshot.events,
    })
    this.#metrics.gauge({
      name: 'economy_snapshot_timestamp_seconds',
      help: 'Time at which the snapshot was written; 0 without one.',
      read: () => this.#observed.snapshot.savedAt / 1000,
    })
  }

  #addReplication(): void {
    this.#metrics.gauge({
      name: 'economy_writer',
      help: '1 for the process that writes the ledger, 0 for a standby.',
      read: () => Number(this.#observed.replication?.isWriter ?? false),
    })
    this.#metrics.gauge({
      name: 'economy_epoch',
      help: 'The epoch of the writer, which grows with each take-over.',
      read: () => this.#observed.replication?.epoch ?? 0,
    })
    this.#metrics.gauge({
      name: 'economy_lag_seconds',
      help: 'Time since the copy of a standby was certainly complete.',
      read: () => (this.#observed.replication?.lagMs ?? 0) / 1000,
    })
    this.#metrics.gauge({
      name: 'economy_copy_waiting_bytes',
      help: 'Bytes of the ledger that the disk of this machine has not taken yet.',
      read: () => this.#observed.replication?.waitingBytes ?? 0,
    })
    this.#metrics.gauge({
      name: 'economy_postgres_standby_lag_bytes',
      help: 'Write-ahead log that a standby of the PostgreSQL server does not have on disk.',
      labelNames: ['standby', 'sync_state'],
      read: () =>
        (this.#observed.replication?.standbys ?? []).map(({ name, state, lagBytes }) => [
          { standby: name, sync_state: state },
          lagBytes,
        ]),
    })
  }
}

const amountsOf = ({ supply, totals }: LedgerState) => ({
  economy_supply_micro: supply,
  economy_minted_micro_total: totals.minted,
  economy_burned_micro_total: totals.burned,
  economy_fees_micro_total: totals.fees,
})

type AmountName = keyof ReturnType<typeof amountsOf>

/** Replaces amounts by their exact values. prom-client holds numbers as doubles, which round amounts above 2^53. */
function withExactAmounts(text: string, amounts: Record<string, bigint>): string {
  return text.replaceAll(/^(\w+_micro(?:_total)?) .*$/gm, (line, name: string) => {
    const amount = amounts[name]
    return amount === undefined ? line : `${name} ${amount}`
  })
}
