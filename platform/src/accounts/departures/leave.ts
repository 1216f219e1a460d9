import { type Clock, day } from '../../foundation/clock.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import { withdrawExport } from '../exports/queries.ts'
import { requireFreshProof } from '../factors/rules.ts'
import { deleteAccountInput } from '../input.ts'
import { endRecoveryLinks } from '../passwords/recovery-links.ts'
import { countOtherAdministrators, lockUser } from '../queries.ts'
import { type Actor, isAdministrator } from '../rules.ts'
import type { SecurityNotices } from '../security-notices.ts'
import { type Confirming, confirmPassword } from '../sessions/confirm-password.ts'
import { deleteSessions } from '../sessions/queries.ts'
import type { Device, SessionWatch } from '../sessions/sessions.ts'
import { deleteTokens } from '../tokens/queries.ts'
import { cancelDeparture } from './queries.ts'

interface Leaving extends Confirming {
  config: Pick<Config, 'Deletion'>
  securityNotices: SecurityNotices
  inbox: SessionWatch
  /** Ends game sessions and servers in the user's places. */
  takedownEnforcement: { enforce(): Promise<void> }
}

/**
 * Deletes the actor's account: hides it, ends its sessions, and has it erased after a while.
 *
 * @param input `password`, or none with a fresh proof.
 * @throws InvalidFields `password`; Refused `forbidden` without a proof, `invalid` for the last administrator.
 */
export async function deleteAccount(
  platform: Leaving,
  actor: Actor,
  input: unknown,
  { address }: Device,
): Promise<void> {
  const { now, config } = platform
  const { password, work } = parseInput(deleteAccountInput, input)
  if (password === undefined) requireFreshProof(actor, now())
  else await confirmPassword(platform, actor, { password, field: 'password', address, work })
  await platform.securityNotices.transaction(actor.id, async (trx, tell) => {
    if (isAdministrator(actor) && (await countOtherAdministrators(trx, actor.id)) === 0)
      throw new Refused('accounts.last_administrator')
    if (!(await lockUser(trx, actor.id))) throw new Refused('accounts.gone')
    const requested = now()
    await trx
      .insertInto('departures')
      .values({
        user_id: actor.id,
        requested,
        due: requested + config.Deletion.WaitDays * day,
        started: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await deleteSessions(trx, actor.id)
    await deleteTokens(trx, actor.id)
    await withdrawExport(trx, actor.id)
    await endRecoveryLinks(trx, actor.id, requested)
    tell({ event: 'deletion_requested', values: { days: config.Deletion.WaitDays } })
  })
  platform.inbox.recheckSessions(actor.id)
  await platform.takedownEnforcement.enforce()
}

/**
 * Keeps the actor's account after all. Does nothing to an account that is not deleted.
 *
 * @throws Refused `conflict`: the erasure has begun.
 */
export async function keepAccount(
  { securityNotices }: { now: Clock; securityNotices: SecurityNotices },
  actor: Actor,
): Promise<void> {
  await securityNotices.transaction(actor.id, async (trx, tell) => {
    if (await cancelDeparture(trx, actor.id)) tell({ event: 'deletion_cancelled', values: {} })
  })
}
