import type { Clock } from '@baseplate/service/clock'
import type { Db } from '../../database.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { updateFactors } from '../factors/queries.ts'
import { requireFreshProof } from '../factors/rules.ts'
import { lockUser } from '../queries.ts'
import type { Actor } from '../rules.ts'
import type { SecurityNotices } from '../security-notices.ts'
import { passkeyIdInput, renamePasskeyInput } from './input.ts'

/** @throws InvalidFields `name`; Refused `missing`: the actor has no such passkey. */
export async function renamePasskey({ db }: { db: Db }, actor: Actor, input: unknown): Promise<void> {
  const { id, name } = parseInput(renamePasskeyInput, input)
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Refused('accounts.passkey_not_found')
}

/**
 * Removes a passkey of the actor, if it exists.
 *
 * @throws Refused `forbidden` without a fresh proof.
 */
export async function removePasskey(
  { now, securityNotices }: { now: Clock; securityNotices: SecurityNotices },
  actor: Actor,
  input: unknown,
): Promise<void> {
  requireFreshProof(actor, now())
  const { id } = parseInput(passkeyIdInput, input)
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
}
