import type { Clock } from '@baseplate/service/clock'
import { lockUser, type SecurityNotices, useCase } from '../../accounts/door.ts'
import { requireFreshProof } from '../../accounts/factors/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { noInput } from '../../foundation/input.ts'
import { updateFactors } from './queries.ts'

interface Removing {
  now: Clock
  securityNotices: SecurityNotices
}

/** @throws Refused `forbidden` without a fresh proof. */
export const removeTotp = useCase(
  {
    summary: "Removes the actor's authenticator app, if there is one.",
    scope: 'browser',
    proof: true,
    input: noInput,
  },
  async ({ now, securityNotices }: Removing, actor): Promise<void> => {
    requireFreshProof(actor, now())
    await securityNotices.transaction(actor.id, async (trx, tell) => {
      await lockUser(trx, actor.id)
      const removed = await trx
        .deleteFrom('totp_secrets')
        .where('user_id', '=', actor.id)
        .returning('confirmed')
        .executeTakeFirst()
      await updateFactors(trx, actor.id)
      if (removed?.confirmed != null) tell({ event: 'authenticator_removed', values: {} })
    })
  },
)

/**
 * Removes all second factors of an account in the caller's transaction, for an owner who has lost them. Returns whether there
 * were any.
 */
export async function removeAllFactors(trx: Db, userId: string): Promise<boolean> {
  await lockUser(trx, userId)
  const totp = await trx.deleteFrom('totp_secrets').where('user_id', '=', userId).executeTakeFirst()
  const passkeys = await trx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst()
  await updateFactors(trx, userId)
  return totp.numDeletedRows + passkeys.numDeletedRows > 0n
}

/** Removes the second factors that were added to an account from a time on, in the caller's transaction. */
export async function removeFactorsSince(trx: Db, userId: string, since: number): Promise<void> {
  await lockUser(trx, userId)
  await trx
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('confirmed', '>=', since), eb('confirmed', 'is', null)]))
    .execute()
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).where('created', '>=', since).execute()
  await updateFactors(trx, userId)
}
