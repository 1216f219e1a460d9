import type { Config } from '@baseplate/platform/foundation/config/schema'
import { Refused } from '@baseplate/platform/foundation/errors'
import { createEconomy } from '@baseplate/platform/money/door'
import { type Advice, advice, type Reconciliation, reconcile } from '@baseplate/platform/operations/door'
import { CannotStart } from '@baseplate/service/cannot-start'
import { noSignals } from '@baseplate/storage/database/signals'
import { inEnglish } from '@baseplate/texts/english'
import { print } from '../print.ts'
import { withDatabase } from './database.ts'

/**
 * `baseplate reconcile`: compares the ledger with the payments in the database while the product runs. The exit code is
 * 1 when they differ. Payments that wait to be settled are reported, but do not count as differences.
 *
 * @throws CannotStart
 */
export async function runReconcile(config: Config): Promise<void> {
  try {
    const found = await withDatabase(config, (db) =>
      reconcile({
        db,
        now: Date.now,
        economy: createEconomy({ config, db, now: Date.now, signals: noSignals }),
      }),
    )
    await print(reportOf(found))
    if (found.faults.length > 0) process.exitCode = 1
  } catch (error) {
    if (error instanceof Refused) throw new CannotStart(`${error.message} at ${config.economy.url}`)
    throw error
  }
}

/** Describes each kind of difference and what to do about it. The last line is the verdict. */
function reportOf({ events, payments, waiting, faults }: Reconciliation): string {
  const kinds = Map.groupBy(faults, ({ difference }) => difference)
  const sections = [
    ...(waiting.length > 0 ? [sectionOf(advice.waiting, waiting)] : []),
    ...[...kinds].map(([difference, some]) => sectionOf(advice[difference], some)),
  ]
  const compared = `${countOf(events, 'event')} of the ledger, ${countOf(payments ?? 0, 'payment')}`
  const verdict = faults.length === 0 ? 'all is well' : countOf(faults.length, 'difference')
  return [...sections, `${compared}: ${verdict}\n`].join('\n')
}

const sectionOf = ({ title, text }: Advice, some: readonly { text: string; about: string }[]): string =>
  `${inEnglish(title)}: ${some.length}\n${some.map((one) => `  ${one.text}: ${one.about}\n`).join('')}  ${inEnglish(text)}\n`

const countOf = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
