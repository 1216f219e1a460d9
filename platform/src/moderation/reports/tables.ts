import type { Generated } from 'kysely'
import type { ReportCategory, ReportOutcome, SubjectType } from './rules.ts'

export interface ReportTables {
  /** What people reported. What was said at the time is kept: by the time somebody looks, it may be another thing. */
  reports: {
    /** In the order of time. */
    id: string
    /** Unix milliseconds. */
    created: number
    reporter_id: string
    type: SubjectType
    /** The id of what is reported: of a user, a post, a comment, a place, an asset or a group. */
    subject_id: string
    /** Whose it is; null: its owner is gone. */
    subject_user_id: string | null
    category: ReportCategory
    note: string
    /** What the reporter typed as an address: a text, never made a link. */
    link: string
    /** The path of what is reported, made by us. */
    address: string
    /** What it was called, and what it said, when it was reported. */
    title: string
    text: string
    /** Who has taken it, and, once it is closed, who closed it. */
    assignee_id: string | null
    /** Unix milliseconds; null: not closed yet. */
    closed: number | null
    outcome: ReportOutcome | null
    /** For those who handle reports. */
    closing_note: Generated<string>
  }
}
