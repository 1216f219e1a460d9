import type { State } from './rules.ts'

/** Status of a place's server, as the site sees it. */
export interface Status {
  placeId: number
  state: State
  /** When the state began, in Unix milliseconds; absent when the server is stopped. */
  since?: number
  /** Port and process; absent without one. */
  port?: number
  pid?: number
  /** Id of the start, from the site. */
  run?: string
  /** Unix milliseconds. */
  startTime?: number
  /** Absent until the site reports it. */
  players?: number
  memoryBytes?: number
  /** Why it failed. Players see this sentence. */
  reason?: string
  /** Its last output before it failed, for clients that may read its log. */
  lastWords?: string
}

/** Numbers since the start of this process. */
export interface Counts {
  starts: number
  failures: number
  /** Servers that were ended because they were empty. */
  emptied: number
  /** Servers that were taken over from an earlier run. */
  adopted: number
  /** Servers that became ready, and the sum of their times. */
  readied: number
  readySeconds: number
}
