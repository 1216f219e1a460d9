import type { Actor } from '../../accounts/rules.ts'
import type { Economy } from '../ledger/client.ts'

/**
 * Claims the stipend. The ledger grants it once per interval.
 *
 * @throws Refused `invalid`: the interval since the last claim has not passed; `failed`: the ledger is unavailable.
 */
export async function claimStipend({ economy }: { economy: Economy }, actor: Actor): Promise<void> {
  await economy.accounts.claimStipend(actor.id)
  economy.forgetBalance(actor.id)
}
