export interface IdentityTables {
  /** Versions of the platform's identity. The newest is in force; without one, the configuration is. */
  site_identity: {
    /** Sorts by time. */
    id: string
    /** Unix milliseconds. */
    created: number
    /** Null for a deleted account. */
    actor_id: string | null
    /** `IdentityChanges` as JSON: everything that differs from the configuration. */
    changes: string
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends IdentityTables {}
}
