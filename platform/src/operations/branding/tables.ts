export interface BrandingTables {
  /** Versions of the platform's branding. The newest is in force; without one, the configuration is. */
  site_identity: {
    /** Sorts by time. */
    id: string
    /** Unix milliseconds. */
    created: number
    /** Null for a deleted account. */
    actor_id: string | null
    /** `BrandingChanges` as JSON: everything that differs from the configuration. */
    changes: string
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends BrandingTables {}
}
