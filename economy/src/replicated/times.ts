/** Times of a member. Most of them decide when a standby takes over. */
export interface MemberTimes {
  /** How often the writer renews its lease. */
  renewMs: number
  /**
   * Age up to which the writer answers reads. A standby does not take over earlier, even if the writer's connection is gone, unless the
   * writer released its lease. Otherwise, a writer that was only cut off would answer with old balances.
   */
  readMs: number
  /** Age at which a standby takes over from a writer that still has its connection, such as a paused one. */
  abandonedMs: number
  /**
   * How often a standby looks for new events, and for the writer's connection. Twice this and twice `renewMs` are less than a second,
   * the age that reads from a standby may have.
   */
  followMs: number
  /** Time to complete a commit when the process stops. */
  closeMs: number
}

export const defaultTimes: MemberTimes = {
  renewMs: 200,
  readMs: 1_500,
  abandonedMs: 5_000,
  followMs: 200,
  closeMs: 4_000,
}

/** Time for PostgreSQL to answer a service. A network that drops packets gives no answer, and a commit waits while no standby is there. */
export const serviceAnswerMs = 5_000

/** Time for PostgreSQL to answer a command. A busy disk may delay a commit for many seconds, and no process takes over from a command. */
export const commandAnswerMs = 120_000
