import type { Clock } from '@baseplate/service/clock'
import { requireOwnAccount, useCase } from '../accounts/door.ts'
import { isEmailVerified } from '../accounts/emails/rules.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Db } from '../foundation/database.ts'
import { InvalidFields } from '../foundation/errors.ts'
import { noInput } from '../foundation/input.ts'
import { makeMailsDue } from './mails/queries.ts'
import { makePushesDue } from './push/queries.ts'
import { type BrowserView, viewBrowsers } from './push/subscribe.ts'
import type { VapidKeys } from './push/vapid.ts'
import { settingsInput } from './settings/input.ts'
import { findChoices, findSchedule, saveChoice, saveSchedule } from './settings/queries.ts'
import { type Choice, isAlwaysOnSite, type NotificationKind, notificationKinds } from './settings/rules.ts'
import { listTimeZones, type QuietHours } from './settings/schedule.ts'

interface SettingsView {
  kinds: (Choice & { kind: NotificationKind; alwaysOnSite: boolean })[]
  /** Null: none has been chosen, and UTC applies. */
  timezone: string | null
  timezones: string[]
  /** `HH:MM`; empty: no quiet hours. */
  quietfrom: string
  quietto: string
  /** The account's address; null without one that its owner has confirmed. */
  email: string | null
  /** Whether the platform sends mail. */
  emailsEnabled: boolean
  browsers: BrowserView[]
  pushKey: string
}

interface Viewing {
  db: Db
  now: Clock
  config: Pick<Config, 'Registration' | 'Email'>
  vapidKeys: () => Promise<Pick<VapidKeys, 'publicKey'>>
}

export const viewNotificationSettings = useCase(
  { summary: "Returns the actor's settings of notifications.", scope: 'browser', input: noInput },
  async (platform: Viewing, actor): Promise<SettingsView> => {
    const { db, config } = platform
    const account = await requireOwnAccount(db, actor)
    const choices = await findChoices(db, actor.id)
    const { timeZone, quiet } = await findSchedule(db, actor.id)
    return {
      kinds: notificationKinds.map((kind) => ({
        kind,
        ...choices[kind],
        alwaysOnSite: isAlwaysOnSite(kind),
      })),
      timezone: timeZone,
      timezones: listTimeZones(timeZone),
      quietfrom: quiet ? timeText(quiet.from) : '',
      quietto: quiet ? timeText(quiet.to) : '',
      email: isEmailVerified(account) ? account.email : null,
      emailsEnabled: config.Registration.Emails && config.Email.Host !== undefined,
      browsers: await viewBrowsers(platform, actor),
      pushKey: (await platform.vapidKeys()).publicKey,
    }
  },
)

const timeText = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** @throws InvalidFields */
export const updateNotificationSettings = useCase(
  {
    summary:
      "Saves the given settings of the actor's notifications. Waiting mail and pushes follow the new ones.",
    scope: 'browser',
    input: settingsInput,
  },
  async (
    { db, now }: { db: Db; now: Clock },
    actor,
    { timezone, quietfrom, quietto, choices },
  ): Promise<void> => {
    const quiet = quietHoursOf(quietfrom, quietto)
    await requireOwnAccount(db, actor)
    await db.transaction().execute(async (trx) => {
      for (const kind of notificationKinds) await saveChoice(trx, actor.id, kind, choices[kind])
      await saveSchedule(trx, actor.id, {
        ...(timezone !== undefined && { timeZone: timezone }),
        ...(quiet !== undefined && { quiet }),
      })
      await makeMailsDue(trx, actor.id, now())
      await makePushesDue(trx, actor.id, now())
    })
  },
)

/** Returns undefined if neither time was sent, and null if both are empty. */
function quietHoursOf(
  from: number | null | undefined,
  to: number | null | undefined,
): QuietHours | null | undefined {
  if (from === undefined && to === undefined) return undefined
  if (typeof from === 'number' && typeof to === 'number') return { from, to }
  if (from === null && to === null) return null
  const missing = typeof from === 'number' ? 'quietto' : 'quietfrom'
  throw new InvalidFields({ [missing]: 'notifications.quiet_hours_incomplete' })
}
