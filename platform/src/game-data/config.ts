import { z } from 'zod'
import type { Configured } from '../foundation/config/schema.ts'
import { maxValueBytes } from './rules.ts'

const data = z
  .strictObject({
    /** Maximum size of a value in bytes. */
    ValueBytes: z.int().min(1_000).max(maxValueBytes).default(1_048_576),
    /** Maximum size of all current values of a world in bytes. Earlier versions of values are not counted. */
    BytesPerWorld: z.int().min(1_000_000).max(1_000_000_000_000).default(500_000_000),
    /** Seconds within which a game server may still save the data of a player who has left it. */
    LeaveSeconds: z.int().min(5).max(300).default(30),
  })
  .prefault({})

/** Configuration keys of this domain, by group. */
export const gameDataConfig = {
  /** Data that games keep: docs/reference/game-data.md. */
  Data: data,
}

declare module '../foundation/config/schema.ts' {
  interface Config extends Configured<typeof gameDataConfig> {}
}
