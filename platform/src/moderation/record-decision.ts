import { recordAction } from '../accounts/door.ts'
import type { Actor } from '../accounts/rules.ts'
import type { Db } from '../foundation/database.ts'
import { enqueueEvent, eventUser } from '../webhooks/door.ts'

type Decision = Parameters<typeof recordAction>[1] & {
  actor: Actor
  /** Name of the subject, of the author of a post, or of what a comment is about. */
  name: string
  /** Path of the subject's page. */
  link: string
  /** The reason of the decision, or the answer to an appeal. */
  reason: string
}

/** Records a decision in the audit log and reports it to webhooks, inside the transaction of the decision. */
export async function recordDecision(db: Db, decision: Decision, now: number): Promise<void> {
  await recordAction(db, decision, now)
  const { actor, action, subject, name, link, reason } = decision
  const data = () => ({ action, subject, name, reason, moderator: eventUser(actor) })
  await enqueueEvent(db, { type: 'moderation.decided', ownerId: null, subject, link, data }, now)
}
