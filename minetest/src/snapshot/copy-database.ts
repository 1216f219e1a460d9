import type { open } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'

/** The first bytes of every SQLite database. */
const header = 'SQLite format 3\0'

/**
 * Pages that a step copies while the database is locked: 64 MiB of pages of 4 KiB, some tenths of a second. The engine waits for locks of
 * up to three seconds, and then ends. Smaller steps would begin again and again in a game that writes often.
 */
const pagesPerStep = 16_384

/** Time that a step waits for the engine to end its own transaction. */
const waitMs = 5_000

/** Whether a file, which is open, is a SQLite database. */
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
  // Not read-only: the rest of a transaction of an engine that was killed is rolled back.
  const database = new DatabaseSync(from, { timeout: waitMs, allowExtension: false, defensive: true })
  try {
    await backup(database, to, { rate: pagesPerStep })
  } finally {
    database.close()
  }
}
