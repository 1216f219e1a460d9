import type { Generated } from 'kysely'
import type { ScreenshotFormat } from './rules.ts'

export interface MediaTables {
  /** What users' studios uploaded; the picture is the file `screenshots/<id>.<format>`. */
  screenshots: {
    /** Random: nobody finds another one's by counting. */
    id: string
    user_id: string
    /** Unix milliseconds. */
    created: number
    format: ScreenshotFormat
    /** Pixels. */
    width: number
    height: number
    /** Bytes. */
    size: number
    /** Bytes of the small picture; 0 for screenshots from before they were counted. */
    preview_size: Generated<number>
  }
}
