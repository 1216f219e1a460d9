import { record } from '../../accounts/audit/record.ts'
import type { Actor } from '../../accounts/rules.ts'
import { endAction, findActionInForce } from '../../accounts/standing/queries.ts'
import type { Db } from '../../database.ts'
import type { Clock } from '../../foundation/clock.ts'
import { Refused } from '../../foundation/errors.ts'
import { parseInput } from '../../foundation/input.ts'
import type { Inbox } from '../../notifications/inbox.ts'
import { notify } from '../../notifications/notify.ts'
import { findAppeal } from './appeal-queries.ts'
import { appealDecided, appealEnded, noSuchAppeal } from './appeal-refusals.ts'
import { decideInput } from './input.ts'
import { lockSubject, permitModerating } from './permit.ts'
import { noted, whyNotDecide } from './rules.ts'

/**
 * Decides on an appeal; a granted one lifts what it is about. Whoever acted does not decide on it.
 *
 * @returns the name of who appealed, as it is written.
 * @throws InvalidFields `username`, `number`, `decision`, `answer`; Refused `forbidden` as `moderate` does, and for
 * whoever acted; `missing`: no such appeal; `invalid`: it is decided, or what it is about has ended.
 */
export async function decideAppeal(
  platform: { db: Db; now: Clock; inbox: Pick<Inbox, 'wake'> },
  actor: Actor,
  input: unknown,
): Promise<{ username: string }> {
  permitModerating(actor)
  const { username, number, decision, answer } = parseInput(decideInput, input)
  const subject = await platform.db.transaction().execute(async (db) => {
    const subject = await lockSubject(db, actor, username)
    const now = platform.now()
    const appeal = await findAppeal(db, subject.id, number)
    if (!appeal) throw noSuchAppeal()
    if (appeal.decided !== null) throw appealDecided()
    const action = await findActionInForce(db, subject.id, now)
    if (action?.number !== number) throw appealEnded()
    const why = whyNotDecide(actor, action)
    if (why !== undefined) throw new Refused('forbidden', why)
    await db
      .updateTable('appeals')
      .set({ decided: now, decision, answer, decided_by: actor.id })
      .where('user_id', '=', subject.id)
      .where('number', '=', number)
      .execute()
    const granted = decision === 'Granted'
    if (granted) await endAction(db, subject.id, { ending: 'Lifted', by: actor.id }, now)
    await record(
      db,
      {
        actor,
        action: granted ? 'grantappeal' : 'refuseappeal',
        subject: `user:${subject.id}`,
        before: { ...noted(action), appeal: appeal.text },
        after: granted ? { answer } : { ...noted(action), answer },
      },
      now,
    )
    if (granted) {
      const note = `Your appeal was granted: ${answer}`
      await notify(db, { recipientId: subject.id, senderId: null, type: 'appeal', note, link: '/home' }, now)
    }
    return subject
  })
  platform.inbox.wake(subject.id)
  return { username: subject.username }
}
