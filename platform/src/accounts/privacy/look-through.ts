import { day } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import { recordAction } from '../audit/record-action.ts'
import { type Actor, whyNotModerate } from '../rules.ts'
import type { PrivacySetting } from './rules.ts'

/** A moderator's view of one account is recorded once within this time. */
const recordedEvery = day

/** Whether the viewer sees through blocks and privacy settings of an account. Moderators do, for accounts below their level. */
export const looksThrough = (viewer: Actor, user: { id: string; permissionLevel: number }): boolean =>
  whyNotModerate(viewer, user, 'profiles') === undefined

/** Records in the audit log that a moderator saw data that a user does not share with them. */
export async function recordLookThrough(
  db: Db,
  viewer: Actor,
  user: { id: string },
  settings: readonly PrivacySetting[],
  now: number,
): Promise<void> {
  const subject = `user:${user.id}` as const
  const recent = await db
    .selectFrom('audit_log')
    .select('after')
    .where('actor_id', '=', viewer.id)
    .where('action', '=', 'lookthrough')
    .where('subject', '=', subject)
    .where('created', '>', now - recordedEvery)
    .execute()
  const recorded = new Set(recent.flatMap(({ after }) => settingsIn(after)))
  const fresh = settings.filter((setting) => !recorded.has(setting))
  if (fresh.length === 0) return
  const after = { settings: fresh }
  await recordAction(db, { actor: viewer, action: 'lookthrough', subject, before: null, after }, now)
}

const settingsIn = (after: string | null) =>
  after === null ? [] : (JSON.parse(after) as { settings: PrivacySetting[] }).settings
