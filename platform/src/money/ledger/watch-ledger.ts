import type { Logger } from '@baseplate/service/log'
import type { KnownLedger } from './known-ledger.ts'

/** Explains another ledger to operators. */
export const otherLedgerAdvice =
  'Payments are off. Bring back the ledger of this platform: mount its volume, correct LEDGER_URL or ECONOMY_URL, or restore a copy. If the platform is to continue with the ledger as it is, run `baseplate ledger accept`. See docs/operating/ledger.md#another-ledger'

/** Returns a job that compares the ledger with the known one, and logs when that changes. */
export function createLedgerWatch({
  economy,
  log,
}: {
  economy: { knownLedger: Pick<KnownLedger, 'look'> }
  log: Logger
}): () => Promise<void> {
  let refused: string | undefined
  return async () => {
    const seen = await economy.knownLedger.look()
    if (!seen) return
    const reason = 'refused' in seen ? seen.refused : undefined
    if (reason !== undefined && reason !== refused) log.error({ reason }, otherLedgerAdvice)
    if (reason === undefined && refused !== undefined) log.info('the ledger is the known one again')
    refused = reason
  }
}
