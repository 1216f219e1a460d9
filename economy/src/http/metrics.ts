import { Metrics } from '@baseplate/service/metrics'
import type { Ledger } from '../ledger/ledger.ts'

/** Metrics of the service. Amounts are in micro-units. */
export class EconomyMetrics {
  readonly #metrics = new Metrics()
  readonly #ledger: Ledger

  constructor(ledger: Ledger, droppedLogLines: () => number) {
    this.#ledger = ledger
    this.#addLedger()
    this.#addAmounts()
    this.#addProposals()
    this.#metrics.counter({
      name: 'economy_log_lines_dropped_total',
      help: 'Log lines dropped because standard output was blocked.',
      read: droppedLogLines,
    })
    this.#metrics.process()
  }

  async text(): Promise<string> {
    return withExactAmounts(await this.#metrics.text(), amountsOf(this.#ledger))
  }

  #addLedger(): void {
    this.#metrics.counter({
      name: 'economy_events_total',
      help: 'Events in the ledger.',
      labelNames: ['type'],
      read: () => {
        const { transactions, mints, burns } = this.#ledger.state.totals
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
      read: () => this.#ledger.state.accounts,
    })
    this.#metrics.gauge({
      name: 'economy_ledger_bytes',
      help: 'The size of the ledger file.',
      read: () => this.#ledger.state.bytes,
    })
    this.#metrics.histogram({
      name: 'economy_commit_seconds',
      help: 'Time that the disk took for a batch.',
      read: () => [[{}, this.#ledger.state.commits]],
    })
  }

  #addAmounts(): void {
    const amount = (name: AmountName) => () => Number(amountsOf(this.#ledger)[name])
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
      help: 'What fees destroyed.',
      read: amount('economy_fees_micro_total'),
    })
  }

  #addProposals(): void {
    this.#metrics.counter({
      name: 'economy_proposals_total',
      help: 'Answered proposals since the start, by outcome.',
      labelNames: ['outcome'],
      read: () => {
        const { failures: _, ...outcomes } = this.#ledger.state.outcomes
        return Object.entries(outcomes).map(([outcome, count]) => [{ outcome }, count])
      },
    })
    this.#metrics.gauge({
      name: 'economy_proposals_waiting',
      help: 'Proposals that wait for the batch before theirs.',
      read: () => this.#ledger.state.waiting,
    })
    this.#metrics.counter({
      name: 'economy_write_failures_total',
      help: 'Batches that could not be written to the disk.',
      read: () => this.#ledger.state.outcomes.failures,
    })
  }
}

const amountsOf = ({ state: { supply, totals } }: Ledger) => ({
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
