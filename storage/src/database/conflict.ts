/** SQLite's extended result codes for a violated primary key and a violated unique index (sqlite.org/rescode.html). */
const sqliteConflicts = new Set([1555, 2067])

/** PostgreSQL's `unique_violation` (its manual, appendix A). */
const postgresConflict = '23505'

/** Whether a statement failed because a row with the same key exists. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
  return code === postgresConflict || (typeof errcode === 'number' && sqliteConflicts.has(errcode))
}

/** Retries an insert when a row with the same key exists. The caller chooses another key, or finds that row, in each attempt. */
export async function retryOnConflict<T>(attempt: () => Promise<T>, attempts = 5): Promise<T> {
  for (let left = attempts - 1; ; left--) {
    try {
      return await attempt()
    } catch (error) {
      if (left === 0 || !isConflict(error)) throw error
    }
  }
}
