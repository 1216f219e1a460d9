import type { State } from './rules.ts'

/** What is told of a place's server. */
export interface Status {
  placeId: number
  state: State
  /** When it became so, in Unix milliseconds; absent when it is stopped. */
  since?: number
  /** While there is a process. */
  port?: number
  pid?: number
  /** Names its start to the site. */
  run?: string
  /** Unix milliseconds. */
  startTime?: number
  /** Absent while nobody told. */
  players?: number
  memoryBytes?: number
  /** Why it failed: a sentence for everybody. */
  reason?: string
  /** What it printed last before it failed: for those who may read its log. */
  lastWords?: string
}

/** Counts since the start of this process. */
export interface Counts {
  starts: number
  failures: number
  /** Ended because nobody was there. */
  emptied: number
  /** Taken over from an earlier run. */
  adopted: number
  /** How many became ready, and how long that took them altogether. */
  readied: number
  readySeconds: number
}
