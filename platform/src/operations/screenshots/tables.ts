import type { Generated } from 'kysely'
import type { ScreenshotFormat } from './rules.ts'

export interface ScreenshotTables {
  /** Screenshots that studios uploaded. The picture is the file `screenshots/<id>.<format>`. */
  screenshots: {
    /** Random, so that ids of other users cannot be guessed. */
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
    /** Size of the preview in bytes. */
    preview_size: Generated<number>
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends ScreenshotTables {}
}
