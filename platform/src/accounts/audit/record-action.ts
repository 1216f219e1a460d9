import type { Db } from '../../foundation/database.ts'
import { randomCharacters } from '../../foundation/ids.ts'
import type { AuditedAction } from './tables.ts'

interface Audited {
  actor: { id: string }
  action: AuditedAction
  /** Kind and id: `user:<id>`. */
  subject: `${string}:${string}`
  /** State before the action. Null: none. */
  before: object | null
  /** State after the action. Null: none. */
  after: object | null
}

/** Records an action in the audit log. An action that changes the database passes the transaction that performs it. */
export async function recordAction(db: Db, audited: Audited, now: number): Promise<void> {
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
