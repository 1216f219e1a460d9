import type { Clock } from '@baseplate/service/clock'
import { permitModeratingContent } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { dropDeliveriesOf, type Inbox, notify } from '../../notifications/door.ts'
import type { Renders } from '../../rendering/door.ts'
import { recordDecision } from '../record-decision.ts'
import {
  type Content,
  type ContentKind,
  type Deciding,
  type Outcome,
  type Seen,
  subjectKey,
} from './content.ts'
import { contentKinds } from './content-kinds.ts'
import { enqueueStep, type FollowUps } from './follow-ups.ts'
import { endTakedown, findTakedown, insertTakedown } from './queries.ts'
import type { ContentType } from './rules.ts'

/** The parts of the platform that a decision needs. */
export interface Moderating {
  db: Db
  now: Clock
  inbox: Pick<Inbox, 'wake'>
  renders: Pick<Renders, 'request' | 'wake'>
  followUps: Pick<FollowUps, 'runNow'>
}

/** The user or content that a decision is about. */
export interface Subject {
  type: ContentType | 'user'
  id: string
  ownerId: string | null
}

/**
 * Runs a decision in one transaction and starts its follow-up work after the commit.
 *
 * @param work returns undefined if nothing was decided.
 * @returns whether something was decided.
 */
export async function decide(
  platform: Moderating,
  actor: Actor,
  work: (deciding: Deciding) => Promise<Subject | undefined>,
): Promise<boolean> {
  const { db, now, renders, inbox, followUps } = platform
  const subject = await db.transaction().execute((trx) => work({ db: trx, renders, actor, now: now() }))
  if (!subject) return false
  if (subject.ownerId !== null) inbox.wake(subject.ownerId)
  await followUps.runNow(subjectKey(subject))
  renders.wake()
  return true
}

interface Takedown extends Seen {
  reason: string
  /** Default: `hidden` of the content's kind. */
  outcome?: Outcome
  /** Further details for the audit log. */
  before?: object
}

/**
 * Takes content down inside the transaction of a decision: hides it, records why, enqueues the follow-up work and notifies the
 * owner. Returns false, and changes nothing, if the content is no longer what the moderator saw.
 *
 * @throws Refused `forbidden` as `permitModeratingContent`.
 */
export async function takeDown(
  deciding: Deciding,
  content: Content,
  { reason, outcome, file, before }: Takedown,
): Promise<boolean> {
  const { db, actor, now } = deciding
  const kind: ContentKind = contentKinds[content.type]
  await permit(deciding, content, kind)
  if (!(await kind.hide(deciding, content, { file, reason }))) return false
  await dropDeliveriesOf(db, subjectKey(content))
  const isRejection = content.visibility === 'Pending'
  await insertTakedown(db, content, { reason, isRejection, moderatorId: actor.id, now })
  for (const step of kind.followUps) await enqueueStep(db, subjectKey(content), step)
  const change = {
    before: { ...(kind.audited?.(content, null) ?? { visibility: content.visibility }), ...before },
    after: kind.audited?.(content, reason) ?? { visibility: 'Moderated', reason },
  }
  await recordOutcome(deciding, content, outcome ?? kind.hidden, { ...change, text: reason })
  return true
}

interface Showing extends Seen {
  outcome?: Outcome
  /** The answer to an appeal. */
  text?: string
  before?: object
  after?: object
}

/**
 * Shows content to everybody, and ends its takedown if there is one. Returns false, and changes nothing, if the content is no
 * longer what the moderator saw.
 *
 * @throws Refused `forbidden` as `permitModeratingContent`.
 */
export async function show(
  deciding: Deciding,
  content: Content,
  { outcome, text = '', file, before, after }: Showing = {},
): Promise<boolean> {
  const kind: ContentKind = contentKinds[content.type]
  await permit(deciding, content, kind)
  if (!kind.show || !kind.shown || !(await kind.show(deciding, content, { file }))) return false
  const takedown = await findTakedown(deciding.db, content)
  await endTakedown(deciding.db, content, deciding.now)
  const change = {
    before: {
      ...(kind.audited?.(content, takedown?.reason ?? null) ?? { visibility: content.visibility }),
      ...before,
    },
    after: { ...(kind.audited?.(content, null) ?? { visibility: 'Visible' }), ...after },
  }
  await recordOutcome(deciding, content, outcome ?? kind.shown, { ...change, text })
  return true
}

const permit = ({ db, actor }: Deciding, { ownerId }: Content, { what, least }: ContentKind) =>
  permitModeratingContent(db, actor, { what, ownerId, ...(least !== undefined && { least }) })

/** Records an outcome and notifies the owner. The notification names no moderator, so that owners do not argue with one. */
export async function recordOutcome(
  { db, actor, now }: Deciding,
  content: Content,
  { action, notification }: Outcome,
  { before, after, text }: { before: object; after: object; text: string },
): Promise<void> {
  const { ownerId, name, link } = content
  const subject = subjectKey(content)
  await recordDecision(db, { actor, action, subject, name, link, before, after, reason: text }, now)
  if (!notification || ownerId === null || ownerId === actor.id) return
  const happening = notification.happening(content, text)
  await notify(db, { recipientId: ownerId, senderId: null, type: notification.type, happening, link }, now)
}
