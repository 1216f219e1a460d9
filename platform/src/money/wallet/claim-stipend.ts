import { useCase } from '../../accounts/door.ts'
import { noInput } from '../../foundation/input.ts'
import type { Economy } from '../ledger/client.ts'

/** @throws Refused `invalid`: the interval since the last claim has not passed; `failed`: the ledger is unavailable. */
export const claimStipend = useCase(
  {
    summary: 'Claims the stipend. The ledger grants it once per interval.',
    scope: 'money:spend',
    input: noInput,
  },
  async ({ economy }: { economy: Economy }, actor): Promise<void> => {
    await economy.accounts.claimStipend(actor.id)
    economy.forgetBalance(actor.id)
  },
)
