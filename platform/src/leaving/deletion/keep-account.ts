import { cancelDeletion, type SecurityNotices, useCase } from '../../accounts/door.ts'
import { noInput } from '../../foundation/input.ts'

/** @throws Refused `conflict`: the erasure has begun. */
export const keepAccount = useCase(
  {
    summary: "Keeps the actor's account after all. Does nothing to an account that is not deleted.",
    scope: 'browser',
    input: noInput,
  },
  async ({ securityNotices }: { securityNotices: SecurityNotices }, actor): Promise<void> => {
    await securityNotices.transaction(actor.id, async (trx, tell) => {
      if (await cancelDeletion(trx, actor.id)) tell({ event: 'deletion_cancelled', values: {} })
    })
  },
)
