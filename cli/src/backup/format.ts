import { z } from 'zod'

/** Later versions write archives of a higher number, which may hold data that this version would lose. */
export const formatNumber = 1

/** The first entry of an archive, which describes it. */
export const aboutName = 'backup.json'

/** The last entry: the SHA-256 of every file before it, in the format of `sha256sum --check`. */
export const sumsName = 'SHA256SUMS'

export const ledgerName = 'economy/ledger'

/** The lock of the site that uses the data directory. */
export const siteLockName = 'site.lock'

/** The folder that stays in the data directory where all other files are in object storage. */
export const keysFolder = 'keys'

/** The part of the description that archives of every version have. */
export const formatSchema = z.object({ format: z.int() })

export const aboutSchema = formatSchema.extend({
  created: z.string(),
  database: z.enum(['SQLite', 'PostgreSQL']),
  /** Migrations that were applied to the database. */
  migrations: z.array(z.string()),
  /** Whether the archive contains the ledger. It does not when the economy service runs on another machine. */
  ledger: z.boolean(),
})
export type About = z.output<typeof aboutSchema>

/**
 * Whether a file of the data directory is left out of backups. The database and the ledger are copied separately.
 * Files that are still being received, exports of accounts, older copies of the database, the mark of a restore and the files
 * of running game servers are not part of a backup.
 */
export const leftOut = (name: string) =>
  /^(baseplate\.sqlite([-.].*)?|database\.rows|economy|exports|incoming|backups|orchestrator|restoring|site\.lock(-journal)?|probe-.*)$/.test(
    name,
  )

/** Whether a name leads to a path below its folder. */
export const isSafeName = (name: string) =>
  name !== '' &&
  !/[\p{Cc}\\]/u.test(name) &&
  name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
