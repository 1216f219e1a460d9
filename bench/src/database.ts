import { startPostgres } from '@baseplate/platform/testing/postgres-server'

/** The database of a product. It ends with the block that holds it. */
export interface BenchDatabase extends AsyncDisposable {
  url: string
  pid: number
}

/** Starts a temporary PostgreSQL. */
export async function startDatabase(): Promise<BenchDatabase> {
  const { url, pid, stop } = await startPostgres()
  return { url, pid, [Symbol.asyncDispose]: stop }
}
