import type { NotificationType } from '../rules.ts'

/** Kinds of notifications, each with its own settings, in the order of the page. */
export const notificationKinds = [
  'friends',
  'followers',
  'parties',
  'comments',
  'sales',
  'payments',
  'review',
  'decisions',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** When a notification is mailed. */
export const mailChoices = ['Off', 'AtOnce', 'Daily'] as const
export type MailChoice = (typeof mailChoices)[number]

/** Where a user gets notifications of one kind. */
export interface Choice {
  /** In the inbox of the site. */
  site: boolean
  mail: MailChoice
  push: boolean
}

export type Choices = Readonly<Record<NotificationKind, Choice>>

/** Nobody gets mail without asking for it. A browser gets pushes only once its user has asked for them. */
export const defaultChoice: Choice = { site: true, mail: 'Off', push: true }

/** Decisions about a user's content state its reasons and the way to appeal, so they are always in the inbox. */
const alwaysOnSite: ReadonlySet<NotificationKind> = new Set(['review', 'decisions'])

export const isAlwaysOnSite = (kind: NotificationKind): boolean => alwaysOnSite.has(kind)

const kindByType: Readonly<Record<Exclude<NotificationType, 'security'>, NotificationKind>> = {
  friendrequest: 'friends',
  friendaccept: 'friends',
  follow: 'followers',
  party: 'parties',
  comment: 'comments',
  purchase: 'sales',
  mint: 'payments',
  assetapproved: 'review',
  assetrefused: 'review',
  group: 'decisions',
  report: 'decisions',
  appeal: 'decisions',
  moderation: 'decisions',
}

/** Returns the kind of a notification. Undefined for security notices, which have no settings. */
export const kindOf = (type: NotificationType): NotificationKind | undefined =>
  type === 'security' ? undefined : kindByType[type]

/** Security notices are always in the inbox and pushed. Their mail is sent with the change that they report. */
export const securityChoice: Choice = { site: true, mail: 'Off', push: true }
