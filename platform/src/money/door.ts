import { second } from '@baseplate/service/clock'
import { type Job, startJob } from '../foundation/jobs.ts'
import type { Services } from '../foundation/services.ts'
import type { Notifications } from '../notifications/door.ts'
import { createEconomy, type Economy } from './ledger/client.ts'
import type {} from './ledger/tables.ts'
import { createLedgerWatch } from './ledger/watch-ledger.ts'
import { createPayments, type Payments, type Settling } from './payments/payments.ts'
import type {} from './payments/tables.ts'
import { mints } from './treasury/confirm-mint.ts'
import type {} from './treasury/tables.ts'

/** Parts that the domain adds to the running platform. */
export interface Money {
  economy: Economy
  payments: Payments
}

/** @param kinds what the domains above do when their payments are settled */
export function openMoney(
  platform: Services & Pick<Notifications, 'inbox'>,
  kinds: Record<'purchase' | 'creation' | 'group', Settling>,
): Money {
  const economy = createEconomy(platform)
  return { economy, payments: createPayments({ ...platform, economy }, { ...kinds, mint: mints(platform) }) }
}

export function startMoneyJobs(platform: Services & Money): Job[] {
  const { log, payments, sharedJobs: shared } = platform
  const settling = shared.start('settle unanswered payments', 10 * second, payments.settleLeft)
  const watching = startJob('look at the ledger', 5 * second, createLedgerWatch(platform), log)
  settling.runNow()
  watching.runNow()
  return [settling, watching]
}
