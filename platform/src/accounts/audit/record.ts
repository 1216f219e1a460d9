import type { Db } from '../../database.ts'
import { randomCharacters } from '../../foundation/ids.ts'
import type { AuditedAction } from './tables.ts'

export interface Audited {
  actor: { id: string }
  action: AuditedAction
  /** What it is done to: `user:<id>`. */
  subject: `${string}:${string}`
  /** What is so until now; null: nothing. */
  before: object | null
  /** What is so from now on; null: nothing. */
  after: object | null
}

/** Notes what somebody of level 3 or higher does, inside the transaction that does it. */
export async function record(db: Db, audited: Audited, now: number): Promise<void> {
  const { actor, action, subject, before, after } = audited
  await db
    .insertInto('audit_log')
    .values({
      id: randomCharacters(15),
      created: now,
      actor_id: actor.id,
      action,
      subject,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })
    .execute()
}
