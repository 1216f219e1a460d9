import type { Database } from '@baseplate/platform/database'
import { createEconomy } from '@baseplate/platform/economy/client'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import { openDatabase } from '@baseplate/platform/foundation/database/open'
import { CannotStart, Refused } from '@baseplate/platform/foundation/errors'
import { createLog } from '@baseplate/platform/foundation/log'
import { migrations } from '@baseplate/platform/migrations/all'
import { reconcile } from '@baseplate/platform/upkeep/reconcile'

/**
 * `baseplate reconcile`: compares the ledger with what was paid for, while the product runs. The exit code is 1 when they
 * differ. @throws CannotStart
 */
export async function runReconcile(config: Config): Promise<void> {
  const location = { url: config.databaseUrl, dataDirectory: config.dataDirectory }
  const db = await openDatabase<Database>(location, migrations, createLog('silent'))
  try {
    const economy = createEconomy(config, Date.now)
    const { events, payments, faults } = await reconcile({ db, now: Date.now, economy })
    for (const fault of faults) process.stdout.write(`${fault}\n`)
    process.stdout.write(
      `${events} events of the ledger, ${payments} payments: ${faults.length === 0 ? 'all is well' : `${faults.length} differ`}\n`,
    )
    if (faults.length > 0) process.exitCode = 1
  } catch (error) {
    if (error instanceof Refused) throw new CannotStart(`${error.message} at ${config.economy.url}`)
    throw error
  } finally {
    await db.destroy()
  }
}
