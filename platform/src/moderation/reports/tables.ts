import type { Generated } from 'kysely'
import type { SubjectType } from '../subject-types.ts'
import type { ReportCategory, ReportOutcome, ReportPriority, ReportSource } from './rules.ts'

export interface ReportTables {
  /** Users' reports. Each stores the reported text, which may change before a moderator reads it. */
  reports: {
    /** Sorts by time. */
    id: string
    /** Unix milliseconds. */
    created: number
    reporter_id: string
    type: SubjectType
    subject_id: string
    /** The owner of the subject; null if that account is deleted. */
    subject_user_id: string | null
    category: ReportCategory
    /** Follows from the category. Lists have the lowest number first. */
    priority: ReportPriority
    note: string
    /** An address that the reporter typed. It is shown as text, never as a link. */
    link: string
    /** Path of the subject's page. */
    address: string
    /** The subject's name and text at the time of the report. */
    title: string
    text: string
    /** The handler who has claimed the report, or who closed it. */
    assignee_id: string | null
    /** Unix milliseconds; null: open. */
    closed: number | null
    outcome: ReportOutcome | null
    /** Shown to handlers of reports only. */
    closing_note: Generated<string>
    source: Generated<ReportSource>
    /** Id of the place that the report came from; null: it came from a page. */
    game_id: Generated<number | null>
    /** Id of the run of the dedicated server that the report came from; null: there is none, or it is not known. */
    game_run: Generated<string | null>
  }
  /** Lines of chat that a report from a game quotes, in their order. */
  report_lines: {
    report_id: string
    position: number
    /** Null: the game did not say who wrote the line. */
    user_id: string | null
    text: string
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends ReportTables {}
}
