import type { Actor } from '../../accounts/rules.ts'
import type { Economy } from '../ledger/client.ts'

/**
 * The person takes the stipend. The ledger gives it once in its time, however often it is asked.
 *
 * @throws Refused `invalid`: `Next stipend not available yet`; `failed`: the ledger cannot be asked.
 */
export async function claimStipend({ economy }: { economy: Economy }, actor: Actor): Promise<void> {
  await economy.accounts.claimStipend(actor.id)
  economy.forgetBalance(actor.id)
}
