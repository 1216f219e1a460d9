import { z } from 'zod'
import type { Configured } from '../foundation/config/schema.ts'
import { text } from '../foundation/config/values.ts'

const flags = z.record(z.string().regex(/^[A-Za-z0-9_]{1,100}$/), z.string().max(1_000)).default({})

const studio = z
  .strictObject({
    /** Stored screenshots of one user. */
    ScreenshotsPerUser: z.int().min(0).max(10_000).default(100),
  })
  .prefault({})

const backup = z
  .strictObject({
    /**
     * Absolute path outside the data directory, preferably on another disk, or an address such as `s3://bucket/prefix`. Unset: no
     * scheduled backups.
     */
    Folder: text
      .regex(/^(\/|s3:\/\/)/, 'use an absolute path or an address such as s3://bucket/prefix')
      .optional(),
    /** Hours between two backups. */
    Hours: z.int().min(1).max(8_760).default(24),
    /** Number of scheduled archives to keep. */
    Keep: z.int().min(1).max(10_000).default(7),
  })
  .prefault({})

/** Configuration keys of this domain, by group. */
export const operationsConfig = {
  /** Initial flags of game clients and servers. Administrators change them at /admin/flags. */
  Flags: flags,
  /** Screenshots from studios. */
  Studio: studio,
  /** Scheduled backups: docs/operating/backup.md. */
  Backup: backup,
}

declare module '../foundation/config/schema.ts' {
  interface Config extends Configured<typeof operationsConfig> {}
}
