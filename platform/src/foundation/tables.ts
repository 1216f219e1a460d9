/** Tables that several domains share, so that none of them owns one. */
export interface SharedTables {
  /** Ids of places and assets, which share one range. An id in this table is taken. */
  asset_ids: { id: number }
  /**
   * Work that a committed change leaves for later. A row is written in the transaction of the change and deleted with the last
   * part of the work, so a crash in between repeats at most one part.
   */
  follow_ups: {
    /** `asset:<id>`, `place:<id>` or `user:<id>`. */
    subject: string
    step: string
    priority: number
    /** The last id that was worked on, for steps in several parts; empty at the start. */
    position: string
  }
  /** Events that limits have counted. Empty on SQLite. */
  limit_counts: {
    /** The limit's code and the key that it counts. */
    key: string
    count: number
    /** End of the window. */
    expires: number
  }
}

/** Lower ones come first. `urgent` steps run before the verb returns. */
export const followUpPriority = { urgent: 0, normal: 1, background: 2 } as const
