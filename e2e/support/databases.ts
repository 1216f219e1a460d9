import { createPostgresDatabase } from '@baseplate/platform/testing/platforms'

/** What the product runs on: the whole way is taken on both. */
export const databases = ['SQLite', 'PostgreSQL'] as const

/** Variables that make the product run on it; the database is gone after `drop`. */
export async function openDatabase(kind: (typeof databases)[number]) {
  if (kind === 'SQLite') return { environment: {}, drop: async () => {} }
  const { url, drop } = await createPostgresDatabase()
  return { environment: { DATABASE_URL: url }, drop }
}
