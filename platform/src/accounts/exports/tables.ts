import type { Generated } from 'kysely'
import type { ExportState } from './rules.ts'

/** Times are Unix milliseconds. */
export interface ExportTables {
  /** The last export that each user has requested, until it expires. */
  account_exports: {
    user_id: string
    /** Random. Part of the name of the file and of its address. */
    id: string
    /** BCP 47 tag of the language of the file's texts. */
    language: string
    state: ExportState
    requested: number
    /** `waiting`: when the next attempt may begin. `ready` and `failed`: when the export expires. */
    due: number
    /** Number of attempts that have begun. */
    attempts: Generated<number>
    /** Share of the work that the attempt in progress has done, in percent. */
    progress: Generated<number>
    /** Bytes of the file; null: it is not ready. */
    size: number | null
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends ExportTables {}
}
