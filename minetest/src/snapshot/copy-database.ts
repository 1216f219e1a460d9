import type { open } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'

/** The first bytes of every SQLite database. */
const header = 'SQLite format 3\0'

/**
 * Pages that a step copies while the database is locked: 64 MiB of pages of 4 KiB, a few tenths of a second. The engine waits up to three
 * seconds for a lock, and then exits. Smaller steps would keep restarting in a game that writes often.
 */
const pagesPerStep = 16_384

/** Time that a step waits for the engine to end its own transaction. */
const waitMs = 5_000

/** Whether an open file is a SQLite database. */
export async function isDatabase(file: Awaited<ReturnType<typeof open>>): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(header.length), 0, header.length, 0)
  return bytesRead === header.length && buffer.toString('latin1') === header
}

/**
 * Copies a database as of one moment, while the engine may write to it. If the engine commits between two steps, SQLite begins again.
 *
 * @throws Error when it is damaged, or no database
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  // Not read-only, so that SQLite rolls back the unfinished transaction of a killed engine.
  const database = new DatabaseSync(from, { timeout: waitMs, allowExtension: false, defensive: true })
  try {
    await backup(database, to, { rate: pagesPerStep })
  } finally {
    database.close()
  }
}
