import type { Driver } from './driver.ts'
import type { Launch } from './launch.ts'
import type { Log } from './log.ts'
import type { Ports } from './ports.ts'
import type { Limits } from './rules.ts'
import type { Counts, Status } from './status.ts'
import type { Worlds } from './worlds/worlds.ts'

/** Parts and settings that all places share. */
export interface Shared {
  driver: Driver
  limits: Limits
  launch: Launch
  ports: Ports
  /** Stores worlds; undefined: this platform stores none. */
  worlds: Worlds | undefined
  counts: Counts
  /** @throws Refused 503 when no further server may be started */
  admit: () => void
  /** Called after every change of a place's state. */
  onChange: (status: Status) => void
  log: Log
  now: () => number
}
