import { randomUUID } from 'node:crypto'
import { second } from '@baseplate/service/clock'
import { signalsName } from '@baseplate/storage/database/signals'
import pg from 'pg'

const connectMs = 5 * second

/** A notification on one server arrives within milliseconds. */
const notificationMs = 2 * second

/** Facts about a PostgreSQL server and the connection to it. */
export interface PostgresFacts {
  /** `transaction`: a pooler gives each transaction any session. `other`: a pooler in another mode, or one that is busy. */
  pooler: 'none' | 'transaction' | 'other'
  /** Whether the connection accepts settings for a session, which the site makes unless `DATABASE_LISTEN_URL` is set. */
  acceptsSettings: boolean
  /** Whether notifications sent through `DATABASE_URL` arrive where the site listens. */
  signalsArrive: boolean
  /** The role's own `statement_timeout`, as PostgreSQL writes it; `0`: none. */
  statementTimeout: string
  /** How far the database's clock is ahead of this machine's. */
  clockAheadMs: number
  connections: {
    /** Maximum number, without the ones reserved for superusers. */
    max: number
    /** Connections of the same user to the same database, here and on other machines. */
    own: number
    others: number
  }
  /** Addresses of the machines with running sites, and of this one, as the server sees them. */
  machines: string[]
}

/** Examines a server. @throws any error of PostgreSQL or of the connection */
export async function examinePostgres(url: string, listenUrl: string | undefined): Promise<PostgresFacts> {
  const clients: pg.Client[] = []
  const connect = async (connectionString: string, settings: pg.ClientConfig = {}) => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectMs, ...settings })
    client.on('error', () => {})
    clients.push(client)
    await client.connect()
    return client
  }
  try {
    const [first, second] = [await connect(url), await connect(url)]
    const direct = await connect(listenUrl ?? url)
    const acceptsSettings = await connect(url, { statement_timeout: 10_000 }).then(
      () => true,
      (error: unknown) => !isRefusedSetting(error),
    )
    return {
      pooler: await findPooler(first, second),
      acceptsSettings,
      signalsArrive: await doSignalsArrive(first, direct),
      statementTimeout: await show(first, 'statement_timeout'),
      clockAheadMs: await findClockAhead(first),
      connections: await countConnections(direct, clients.length),
      machines: await listMachines(direct),
    }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

/** A pooler that does not know a parameter refuses the connection with this code. */
const isRefusedSetting = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '08P01'

async function findPooler(first: pg.Client, second: pg.Client): Promise<PostgresFacts['pooler']> {
  const backendOf = async (client: pg.Client) =>
    Number((await one(client, 'select pg_backend_pid() as pid')).pid)
  const backend = await backendOf(first)
  // A pooler invents the process id that it tells its clients.
  if (backend === (first as unknown as { processID: number }).processID) return 'none'
  return (await backendOf(second)) === backend ? 'transaction' : 'other'
}

async function doSignalsArrive(sender: pg.Client, listener: pg.Client): Promise<boolean> {
  const channel = `doctor_${randomUUID().replaceAll('-', '')}`
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), notificationMs)
  listener.on('notification', (message) => {
    if (message.channel === channel) resolve(true)
  })
  await listener.query(`listen ${channel}`)
  await sender.query('select pg_notify($1, $2)', [channel, ''])
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

async function findClockAhead(client: pg.Client): Promise<number> {
  const asked = Date.now()
  const { now } = await one(client, 'select extract(epoch from clock_timestamp()) * 1000 as now')
  return Math.round(Number(now) - (asked + Date.now()) / 2)
}

/** @param ofExamination connections that this examination itself has open */
async function countConnections(
  client: pg.Client,
  ofExamination: number,
): Promise<PostgresFacts['connections']> {
  const counted = await one(
    client,
    `select count(*) filter (where usename = current_user and datname = current_database()) as own,
      count(*) filter (where usename <> current_user or datname <> current_database()) as others
      from pg_stat_activity where backend_type = 'client backend'`,
  )
  const reserved = Number(await show(client, 'superuser_reserved_connections'))
  return {
    max: Number(await show(client, 'max_connections')) - reserved,
    own: Math.max(0, Number(counted.own) - ofExamination),
    others: Number(counted.others),
  }
}

async function listMachines(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ address: string }>(
    `select distinct coalesce(host(client_addr), 'local') as address from pg_stat_activity
      where datname = current_database() and (application_name = $1 or pid = pg_backend_pid())
      order by address`,
    [signalsName],
  )
  return rows.map(({ address }) => address)
}

const show = async (client: pg.Client, setting: string): Promise<string> =>
  String((await one(client, `select current_setting('${setting}') as value`)).value)

async function one(client: pg.Client, text: string): Promise<Record<string, unknown>> {
  const { rows } = await client.query<Record<string, unknown>>(text)
  return rows[0] ?? {}
}
