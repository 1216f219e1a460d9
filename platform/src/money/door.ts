import { second } from '@baseplate/service/clock'
import type { Door } from '../foundation/door.ts'
import { type Job, startJob } from '../foundation/jobs.ts'
import type { Services } from '../foundation/services.ts'
import type { Notifications } from '../notifications/door.ts'
import { exports } from './export.ts'
import { createEconomy, type Economy } from './ledger/client.ts'
import type {} from './ledger/tables.ts'
import { createLedgerWatch } from './ledger/watch-ledger.ts'
import { hasPendingPayments } from './payments/erase.ts'
import { createPayments, type Payments, type Settling } from './payments/payments.ts'
import type {} from './payments/tables.ts'
import { mints } from './treasury/confirm-mint.ts'
import type {} from './treasury/tables.ts'

export { createEconomy, type Economy } from './ledger/client.ts'
export { askForLedger } from './ledger/known-ledger.ts'
export { ledgerProblem } from './ledger/problem.ts'
export { findKnownLedger, replaceKnownLedger } from './ledger/queries.ts'
export { type AskEconomy, accountOf, createAskEconomy } from './ledger/request.ts'
export { createReadProcesses, type EconomyProcess } from './ledger/status.ts'
export { otherLedgerAdvice } from './ledger/watch-ledger.ts'
export { type PaymentFacts, paidFor, paymentFacts } from './payments/describe.ts'
export type { Payments, Settling } from './payments/payments.ts'
export { findPending, listOverdue, listPending, type PaymentRow } from './payments/queries.ts'
export { type NewPayment, recordPayment } from './payments/record.ts'
export { confirmMint } from './treasury/confirm-mint.ts'
export { prepareMint } from './treasury/prepare-mint.ts'
export {
  exportTransactions,
  type Party,
  type TransactionView,
  viewTransactions,
} from './treasury/transactions.ts'
export { prefillMint, viewMint } from './treasury/view-mint.ts'
export { withUsernames } from './wallet/account-names.ts'
export { claimStipend } from './wallet/claim-stipend.ts'
export { type Entry, readEntries } from './wallet/entries.ts'
export { exportEntries } from './wallet/export.ts'
export { findUsernames } from './wallet/queries.ts'
export { csvText } from './wallet/rules.ts'
export { viewWallet } from './wallet/view.ts'

/** Parts that the domain adds to the running platform. */
export interface Money {
  economy: Economy
  payments: Payments
}

/** @param kinds what the domains above do when their payments are settled */
function open(
  platform: Services & Pick<Notifications, 'inbox'>,
  kinds: Record<'purchase' | 'creation' | 'group' | 'badge', Settling>,
): Money {
  const economy = createEconomy(platform)
  return { economy, payments: createPayments({ ...platform, economy }, { ...kinds, mint: mints(platform) }) }
}

function startJobs(platform: Services & Money): Job[] {
  const { log, payments, sharedJobs: shared } = platform
  const settling = shared.start('settle unanswered payments', 10 * second, payments.settleLeft)
  const watching = startJob('look at the ledger', 5 * second, createLedgerWatch(platform), log)
  settling.runNow()
  watching.runNow()
  return [settling, watching]
}

export const door = {
  open,
  jobs: startJobs,
  delayErasure: hasPendingPayments,
  exports,
} satisfies Door<Services & Money>
