import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { listVersionFiles } from './queries.ts'

/** Conditions that a program sets for the file that it publishes, and for the place. */
export interface Expected {
  /** Hex SHA-256 of the file. */
  sha256?: string
  /** Number of the newest version; 0: the place has no file yet. */
  version?: number
}

/**
 * Compares a received file with what its sender expects. Called with the place's row locked. A file that is already the newest
 * version passes with any expected version, so that a program can repeat a request whose response was lost.
 *
 * @throws Refused `invalid`: the file arrived changed; `outdated`: another version was published meanwhile.
 */
export async function requireExpected(
  db: Db,
  placeId: number,
  { sha256, version }: Expected,
  received: string,
): Promise<void> {
  if (sha256 !== undefined && sha256 !== received)
    throw new Refused('files.digest_mismatch', { sha256: received })
  if (version === undefined) return
  const newest = (await listVersionFiles(db, placeId))[0]
  if (newest?.sha256 !== received && (newest?.version ?? 0) !== version)
    throw new Refused('places.version_outdated', { version: newest?.version ?? 0 })
}
