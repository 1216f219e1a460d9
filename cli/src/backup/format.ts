import { z } from 'zod'

/** Archives of a higher number were made by a later version, and hold what this one would lose. */
export const formatNumber = 1

/** The first entry of an archive, which says what it is. */
export const aboutName = 'backup.json'

/** The last entry: every file before it with its SHA-256, as `sha256sum --check` reads it. */
export const sumsName = 'SHA256SUMS'

export const ledgerName = 'economy/ledger'

/** What archives of every version say. */
export const formatSchema = z.object({ format: z.int() })

export const aboutSchema = formatSchema.extend({
  created: z.string(),
  database: z.enum(['SQLite', 'PostgreSQL']),
  /** Those that the database has had. */
  migrations: z.array(z.string()),
  /** Whether the ledger is in it: it is not when the economy service runs on another machine. */
  ledger: z.boolean(),
})
export type About = z.output<typeof aboutSchema>

/**
 * What of the data directory is no part of a backup: what is copied in its own way, what is being written, older
 * copies of the database, the mark of a restore, and what belongs to the game servers that run on this very machine.
 */
export const leftOut = (name: string) =>
  /^(baseplate\.sqlite([-.].*)?|database\.rows|economy|incoming|backups|orchestrator|restoring|probe-.*)$/.test(
    name,
  )

/** A name that leads nowhere but below the folder that it is looked for in. */
export const isSafeName = (name: string) =>
  name !== '' &&
  !/[\p{Cc}\\]/u.test(name) &&
  name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
