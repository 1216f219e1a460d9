import type { LedgerPart } from '@baseplate/economy/contract'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import {
  askForLedger,
  createAskEconomy,
  findKnownLedger,
  replaceKnownLedger,
} from '@baseplate/platform/money/door'
import { CannotStart } from '@baseplate/service/cannot-start'
import { print } from '../print.ts'
import { withDatabase } from './database.ts'

/**
 * `baseplate ledger accept`: makes the platform belong to the ledger that the economy service has now. Running sites notice within
 * seconds.
 *
 * @throws CannotStart when the service does not say which ledger it has
 */
export async function acceptLedger(config: Config): Promise<void> {
  const seen = await askForLedger(createAskEconomy(config))
  if (!seen || !('found' in seen))
    throw new CannotStart(
      `The economy service at ${config.economy.url} does not say which ledger it has. Start it.`,
    )
  const { found } = seen
  const before = await withDatabase(config, async (db) => {
    const known = await findKnownLedger(db)
    await replaceKnownLedger(db, found)
    return known
  })
  await print(
    `The platform now belongs to ${nameOf(found)}. Before, it belonged to ${nameOf(before)}.\n` +
      'Run `baseplate reconcile` to see which payments that ledger does not have.\n',
  )
}

const nameOf = (part: LedgerPart | undefined) =>
  part === undefined ? 'no ledger yet' : `ledger ${part.id} with at least ${part.height} bytes`
