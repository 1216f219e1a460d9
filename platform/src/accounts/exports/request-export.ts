import { type Clock, second } from '@baseplate/service/clock'
import { Refused } from '../../foundation/errors.ts'
import { randomCharacters } from '../../foundation/ids.ts'
import { recordAction } from '../audit/record-action.ts'
import { requireFreshProof } from '../factors/rules.ts'
import { findDeparture } from '../leaving/queries.ts'
import { lockUser } from '../queries.ts'
import type { Actor } from '../rules.ts'
import type { SecurityNotices } from '../security-notices.ts'
import { findExport } from './queries.ts'

/**
 * Requests an export of the actor's account: a file with all of its data, which a job makes.
 *
 * @param language BCP 47 tag of the language of the file's texts.
 * @throws Refused `forbidden` without a fresh proof, or for a deleted account; `conflict`: an export is being made; `limited`: the
 * last one has not expired.
 */
export async function requestExport(
  { now, securityNotices }: { now: Clock; securityNotices: SecurityNotices },
  actor: Actor,
  language: string,
): Promise<void> {
  const time = now()
  requireFreshProof(actor, time)
  await securityNotices.transaction(actor.id, async (trx, tell) => {
    // Concurrent requests are decided one after the other.
    if (!(await lockUser(trx, actor.id))) throw new Refused('accounts.gone')
    if (await findDeparture(trx, actor.id)) throw new Refused('accounts.leaving')
    const last = await findExport(trx, actor.id, time)
    if (last?.state === 'waiting') throw new Refused('exports.being_made')
    if (last?.state === 'ready')
      throw new Refused('exports.too_soon').retryIn(Math.max(1, Math.ceil((last.due - time) / second)))
    await trx.deleteFrom('account_exports').where('user_id', '=', actor.id).execute()
    const id = randomCharacters(20)
    await trx
      .insertInto('account_exports')
      .values({ user_id: actor.id, id, language, state: 'waiting', requested: time, due: time, size: null })
      .execute()
    const subject = `user:${actor.id}` as const
    await recordAction(trx, { actor, action: 'exportaccount', subject, before: null, after: null }, time)
    tell({ event: 'export_requested', values: {} })
  })
}
