import type { Clock } from '@baseplate/service/clock'
import { lockUser, type SecurityNotices, useCase } from '../../accounts/door.ts'
import { requireFreshProof } from '../../accounts/factors/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { updateFactors } from '../factors/queries.ts'
import { passkeyIdInput, renamePasskeyInput } from './input.ts'

/** @throws InvalidFields `name`; Refused `missing`: the actor has no such passkey. */
export const renamePasskey = useCase(
  { summary: 'Renames a passkey of the actor.', scope: 'browser', input: renamePasskeyInput },
  async ({ db }: { db: Db }, actor, { id, name }): Promise<void> => {
    const { numUpdatedRows } = await db
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', actor.id)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Refused('accounts.passkey_not_found')
  },
)

/** @throws Refused `forbidden` without a fresh proof. */
export const removePasskey = useCase(
  {
    summary: 'Removes a passkey of the actor, if it exists.',
    scope: 'browser',
    proof: true,
    input: passkeyIdInput,
  },
  async (
    { now, securityNotices }: { now: Clock; securityNotices: SecurityNotices },
    actor,
    { id },
  ): Promise<void> => {
    requireFreshProof(actor, now())
    await securityNotices.transaction(actor.id, async (trx, tell) => {
      await lockUser(trx, actor.id)
      const { numDeletedRows } = await trx
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', actor.id)
        .executeTakeFirst()
      await updateFactors(trx, actor.id)
      if (numDeletedRows > 0n) tell({ event: 'passkey_removed', values: {} })
    })
  },
)
