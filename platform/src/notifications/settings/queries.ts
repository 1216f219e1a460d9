import { isEmailVerified } from '../../accounts/emails/rules.ts'
import type { Db } from '../../foundation/database.ts'
import {
  type Choice,
  type Choices,
  defaultChoice,
  isAlwaysOnSite,
  type NotificationKind,
  notificationKinds,
} from './rules.ts'
import { defaultSchedule, type Schedule } from './schedule.ts'

interface ChoiceRow {
  site: number
  mail: Choice['mail']
  push: number
}

const choiceOf = ({ site, mail, push }: ChoiceRow): Choice => ({ site: site === 1, mail, push: push === 1 })

/** Finds where a user gets notifications of each kind. */
export async function findChoices(db: Db, userId: string): Promise<Choices> {
  const rows = await db
    .selectFrom('notification_choices')
    .select(['kind', 'site', 'mail', 'push'])
    .where('user_id', '=', userId)
    .execute()
  const stored = new Map(rows.map(({ kind, ...row }) => [kind, choiceOf(row)]))
  return Object.fromEntries(
    notificationKinds.map((kind) => [kind, stored.get(kind) ?? defaultChoice]),
  ) as Record<NotificationKind, Choice>
}

/** Changes some settings of a kind, in one statement, so that simultaneous changes of different settings both stay. */
export async function saveChoice(
  db: Db,
  userId: string,
  kind: NotificationKind,
  change: Partial<Choice>,
): Promise<void> {
  const { site, mail, push } = change
  const set = {
    ...(site !== undefined && { site: site || isAlwaysOnSite(kind) ? 1 : 0 }),
    ...(mail !== undefined && { mail }),
    ...(push !== undefined && { push: push ? 1 : 0 }),
  }
  if (Object.keys(set).length === 0) return
  const standard = { site: 1, mail: defaultChoice.mail, push: 1 }
  await db
    .insertInto('notification_choices')
    .values({ user_id: userId, kind, ...standard, ...set })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(set))
    .execute()
}

const scheduleOf = (row: {
  time_zone: string | null
  quiet_from: number | null
  quiet_to: number | null
}): Schedule => {
  const { quiet_from: from, quiet_to: to } = row
  return { timeZone: row.time_zone, quiet: from === null || to === null ? null : { from, to } }
}

export async function findSchedule(db: Db, userId: string): Promise<Schedule & { lastMail: number }> {
  const row = await db
    .selectFrom('notification_schedules')
    .select(['time_zone', 'quiet_from', 'quiet_to', 'last_mail'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { ...scheduleOf(row), lastMail: row.last_mail } : { ...defaultSchedule, lastMail: 0 }
}

/** Changes some settings of a schedule. */
export async function saveSchedule(
  db: Db,
  userId: string,
  { timeZone, quiet }: Partial<Schedule>,
): Promise<void> {
  const set = {
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(quiet !== undefined && { quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }),
  }
  if (Object.keys(set).length === 0) return
  await db
    .insertInto('notification_schedules')
    .values({ user_id: userId, time_zone: null, quiet_from: null, quiet_to: null, ...set })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(set))
    .execute()
}

export async function recordMail(db: Db, userId: string, time: number): Promise<void> {
  await db
    .insertInto('notification_schedules')
    .values({ user_id: userId, time_zone: null, quiet_from: null, quiet_to: null, last_mail: time })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ last_mail: time }))
    .execute()
}

/** Where a notification goes, and what its mail needs to know. */
export interface Recipient {
  choice: Choice
  /** The account has an address that its owner has confirmed. */
  hasAddress: boolean
  timeZone: string | null
}

/** Finds where a user gets notifications of one kind. Reads by keys in one statement, because every notification does it. */
export async function findRecipient(db: Db, userId: string, kind: NotificationKind): Promise<Recipient> {
  const row = await db
    .selectFrom('users')
    .leftJoin('notification_choices as choice', (join) =>
      join.onRef('choice.user_id', '=', 'users.id').on('choice.kind', '=', kind),
    )
    .leftJoin('notification_schedules as schedule', 'schedule.user_id', 'users.id')
    .select([
      'users.email_key',
      'users.verified_email_key',
      'choice.site',
      'choice.mail',
      'choice.push',
      'schedule.time_zone',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!row) return { choice: defaultChoice, hasAddress: false, timeZone: null }
  const { site, mail, push } = row
  const isChosen = site !== null && mail !== null && push !== null
  return {
    choice: isChosen ? choiceOf({ site, mail, push }) : defaultChoice,
    hasAddress: isEmailVerified(row),
    timeZone: row.time_zone,
  }
}
