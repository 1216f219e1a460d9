import type { Generated } from 'kysely'

export interface StylingTables {
  /** Profile CSS of users, as typed. It is confined whenever it is served. */
  profile_styles: {
    user_id: string
    css: string
    /** Version of `css` in the stylesheet's address. Empty: there is no styling. */
    hash: string
    /** Unix milliseconds. */
    updated: number
    /** CSS that only the owner sees, as a preview. */
    draft: string
    /** CSS that a moderator removed last, as typed. Null: none. */
    removed_css: Generated<string | null>
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends StylingTables {}
}
