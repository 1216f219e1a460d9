import { Client, type ClientConfig } from 'pg'

/** Time for one server to answer. Another one may answer at once. */
const connectMs = 3_000

/** Returns a URL for each host of a connection string with several: `postgres://user@one:5432,two/ledger`. */
function hostsOf(url: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^@/]*@)?([^/?]*)(.*)$/.exec(url) ?? []
  return hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`)
}

/**
 * Connects to the server that accepts writes: the first of the hosts that is not a standby.
 *
 * @throws the error of the last host if there is none
 */
export async function connectToPrimary(url: string, options: ClientConfig): Promise<Client> {
  let failure: unknown = new Error('no host')
  for (const host of hostsOf(url)) {
    const client = new Client({ connectionString: host, connectionTimeoutMillis: connectMs, ...options })
    // Errors of an idle connection arrive here. The next query fails because of them.
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby')
      if (rows[0]?.standby === false) return client
      failure = new Error('the server is a standby')
    } catch (error) {
      failure = error
    }
    client.end().catch(() => undefined)
  }
  throw failure
}
