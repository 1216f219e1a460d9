import { createPostgresDatabase } from '@baseplate/platform/testing/platforms'

/** What the product runs on: the long ways through it (accounts, playing, people, creating) are taken on both. */
export const databases = ['SQLite', 'PostgreSQL'] as const

/** Where doors, formats and processes are looked at: what queries do on the other is tested beside each of them. */
export const embedded = ['SQLite'] as const

/** Variables that make the product run on it; the database is gone after `drop`. */
export async function openDatabase(kind: (typeof databases)[number]) {
  if (kind === 'SQLite') return { environment: {}, drop: async () => {} }
  const { url, drop } = await createPostgresDatabase()
  return { environment: { DATABASE_URL: url }, drop }
}
