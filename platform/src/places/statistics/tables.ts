import type { Generated } from 'kysely'
import type { CalendarUnit } from '../../foundation/calendar.ts'

export interface StatisticsTables {
  /** Game sessions by the day on which they began. */
  place_plays: {
    place_id: number
    /** Days since 1970, in UTC. */
    day: number
    /** The newest version when the sessions began. */
    version: number
    sessions: Generated<number>
    /** Sum of the durations of ended sessions. */
    played_ms: Generated<number>
  }
  /** Statistics of each place by unit of the calendar. The visits of its owner are left out. */
  place_statistics: {
    place_id: number
    unit: CalendarUnit
    start: number
    /** Sessions that began. */
    visits: Generated<number>
    /** Players on their first visit to the place. */
    new_players: Generated<number>
    /** Players who had been there before the unit began. Each counts once. */
    returning_players: Generated<number>
    /** Sessions that ended, and the sum of their durations. */
    sessions: Generated<number>
    session_ms: Generated<number>
    /** Time that all players have played within the unit. */
    played_ms: Generated<number>
    /** Votes, less withdrawn ones. */
    likes: Generated<number>
    dislikes: Generated<number>
  }
}

declare module '../../foundation/database.ts' {
  interface Database extends StatisticsTables {}
}
