import { type Clock, second } from '@baseplate/service/clock'
import { Refused } from '../../foundation/errors.ts'
import { randomCharacters } from '../../foundation/ids.ts'
import { noInput } from '../../foundation/input.ts'
import { recordAction } from '../audit/record-action.ts'
import { findDeletion } from '../deletion/queries.ts'
import { requireFreshProof } from '../factors/rules.ts'
import { lockUser } from '../queries.ts'
import type { SecurityNotices } from '../security-notices.ts'
import { type Sender, useCase } from '../use-case.ts'
import { findExport } from './queries.ts'

/**
 * @throws Refused `forbidden` without a fresh proof, or for a deleted account; `conflict`: an export is being made; `limited`:
 * the last one has not expired.
 */
export const requestExport = useCase(
  {
    summary: "Requests an export of the actor's account: a file with all of its data, which a job makes.",
    scope: 'browser',
    proof: true,
    input: noInput,
  },
  async (
    { now, securityNotices }: { now: Clock; securityNotices: SecurityNotices },
    actor,
    _nothing,
    { locale: language }: Pick<Sender, 'locale'>,
  ): Promise<void> => {
    const time = now()
    requireFreshProof(actor, time)
    await securityNotices.transaction(actor.id, async (trx, tell) => {
      // Concurrent requests are decided one after the other.
      if (!(await lockUser(trx, actor.id))) throw new Refused('accounts.gone')
      if (await findDeletion(trx, actor.id)) throw new Refused('accounts.leaving')
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
  },
)
