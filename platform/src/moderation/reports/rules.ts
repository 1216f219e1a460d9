import { permissionLevel } from '../../accounts/rules.ts'
import type { PlainCode } from '../../foundation/problem.ts'
import type { SubjectType } from '../subject-types.ts'

export const reportCategories = [
  'Safety of children',
  'Self-harm',
  'Harassment',
  'Hate',
  'Sexual content',
  'Violence',
  'Personal information',
  'Impersonation',
  'Under age',
  'Scam',
  'Cheating',
  'Stolen work',
  'Spam',
  'Something else',
] as const
export type ReportCategory = (typeof reportCategories)[number]

/** Keys of the names of categories. */
export const categoryKeys = {
  'Safety of children': 'reports.categories.child_safety',
  'Self-harm': 'reports.categories.self_harm',
  Harassment: 'reports.categories.harassment',
  Hate: 'reports.categories.hate',
  'Sexual content': 'reports.categories.sexual_content',
  Violence: 'reports.categories.violence',
  'Personal information': 'reports.categories.personal_information',
  Impersonation: 'reports.categories.impersonation',
  'Under age': 'reports.categories.under_age',
  Scam: 'reports.categories.scam',
  Cheating: 'reports.categories.cheating',
  'Stolen work': 'reports.categories.stolen_work',
  Spam: 'reports.categories.spam',
  'Something else': 'reports.categories.other',
} as const satisfies Record<ReportCategory, string>

/** Priorities in the queue, the most urgent first. */
const reportPriorities = { urgent: 1, high: 2, normal: 3 } as const
export type ReportPriority = (typeof reportPriorities)[keyof typeof reportPriorities]

const priorities: Partial<Record<ReportCategory, ReportPriority>> = {
  'Safety of children': reportPriorities.urgent,
  'Self-harm': reportPriorities.urgent,
  Impersonation: reportPriorities.high,
  'Under age': reportPriorities.high,
}

/** Returns the priority of a report with this reason. */
export const priorityOf = (category: ReportCategory): ReportPriority =>
  priorities[category] ?? reportPriorities.normal

export const reportOutcomes = ['Acted on', 'Nothing found', 'Duplicate'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]
export const noViolation = 'Nothing found' satisfies ReportOutcome

export const reportStates = ['Open', 'Taken', 'Closed'] as const
export type ReportState = (typeof reportStates)[number]

/** Where a report came from: a page of the site, or a game. */
export type ReportSource = 'site' | 'game'

/** In characters. */
export const maxNoteLength = 1_000
export const maxLinkLength = 500

export const reportsPerPage = 50

export function stateOf(report: { assignee_id: string | null; closed: number | null }): ReportState {
  if (report.closed !== null) return 'Closed'
  return report.assignee_id === null ? 'Open' : 'Taken'
}

interface Handler {
  id: string
  permissionLevel: number
}

interface Handled {
  assignee_id: string | null
  closed: number | null
}

/** Returns why the actor cannot claim, release or close a report, or undefined if they can. Moderators may take over reports. */
export function whyNotChange(actor: Handler, report: Handled): PlainCode | undefined {
  if (report.closed !== null) return 'reports.closed'
  const another = report.assignee_id !== null && report.assignee_id !== actor.id
  if (another && actor.permissionLevel < permissionLevel.moderator) return 'reports.claimed'
  return undefined
}

/** Titles of reported texts without a name. They are stored in English; pages make their own from the names. */
export const postTitle = (author: string) => `Post of ${author}`
export const commentTitle = (author: string, subject: string) => `Comment of ${author} on ${subject}`

const patterns: Partial<Record<SubjectType, RegExp>> = {
  post: /^Post of (?<author>\w*)$/,
  comment: /^Comment of (?<author>\w*) on (?<subject>.*)$/s,
}

/** Returns the names in the title of a report: the author, and for comments the name of their subject. */
export const namesInTitle = (
  type: SubjectType,
  title: string,
): Readonly<Record<string, string>> | undefined => patterns[type]?.exec(title)?.groups
