import type { Generated } from 'kysely'

/** Tables that several domains share and none of them owns. */
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
    /** Random. A step that is enqueued again gets another one, so that an earlier run does not finish it. */
    request: string
    /** The last id that was worked on, for steps in several parts; empty at the start. */
    position: string
  }
  /** Mail that waits for its delivery. */
  mails: {
    /** Part of the mail's Message-ID. */
    id: string
    recipient: string
    subject: string
    text: string
    /** Empty: none. */
    html: string
    /** Address that switches such mail off with one request (RFC 8058). Empty: none. */
    unsubscribe: Generated<string>
    created: number
    due: number
    attempts: number
  }
  /** Jobs of all processes. Each job runs in one process at a time. Empty on SQLite. */
  jobs: {
    name: string
    /** Time of the next run. */
    due: number
    /** The process that runs it, or ran it last; empty: none. */
    holder: string
    /** 0: it is not running. */
    leased_until: number
    /** Duration of the last run. */
    last_ms: Generated<number>
    /** When the last run ended; 0: no run has ended. */
    last_end: Generated<number>
    /** Why the last run failed; empty: it succeeded. */
    last_error: Generated<string>
  }
  /** The time for what cannot be undone, in one row: `confirmed-time.ts`. */
  confirmed_time: {
    id: number
    time: number
    ahead: number
    waited: number
  }
  /** Events that limits have counted. On SQLite, only those of mail. */
  limit_counts: {
    /** Names what is counted, such as a limit's code and a user. */
    key: string
    count: number
    /** End of the window. */
    expires: number
  }
}

/** Steps with a lower number run first. `urgent` steps run before the verb that enqueued them returns. */
export const followUpPriority = { urgent: 0, normal: 1, background: 2 } as const
