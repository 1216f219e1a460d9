import { existsSync } from 'node:fs'
import { appendFile, chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@baseplate/platform/testing/free-port'
import type pg from 'pg'
import { asPostgres, postgresPrograms, postgresUser, queryServer } from './debian-postgres.ts'

/** Whether three servers can be started: Debian's PostgreSQL is installed, and this process is root. */
export const hasPostgresTrio = existsSync(join(postgresPrograms, 'pg_basebackup')) && process.getuid?.() === 0

interface Server {
  name: string
  port: number
  folder: string
}

/** A primary and two standbys, one of which has every commit before it is acknowledged. */
export interface PostgresTrio {
  ports: readonly number[]
  /** Runs statements on the current primary. */
  query: (text: string) => Promise<pg.QueryResult['rows']>
  /** Kills the primary, promotes the standby that has received more, and makes the others follow it. */
  failOver: () => Promise<void>
  /** Promotes a standby while the former primary keeps running for a time, with its clients and without a standby. */
  split: (ms: number) => Promise<void>
  /** Cancels a commit that waits for a standby, after which it is visible and may be lost. */
  cancelCommit: () => Promise<void>
  stop: () => Promise<void>
}

export async function startPostgresTrio(): Promise<PostgresTrio> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-trio-'))
  await chmod(folder, 0o755)
  const servers: Server[] = []
  for (const name of ['one', 'two', 'three']) {
    servers.push({ name, port: await freePort(), folder: join(folder, name) })
  }
  const [first] = servers
  if (first === undefined) throw new Error('no server')
  let primary = first
  const { uid, gid } = await postgresUser()
  await chown(folder, uid, gid)
  await asPostgres('initdb', '-D', primary.folder, '--auth=trust', '--username=postgres', '--no-sync')
  await appendFile(join(primary.folder, 'postgresql.conf'), settings)
  await start(primary)
  for (const standby of servers.slice(1)) await follow(standby, primary)
  await requireStandby(primary, servers)
  await query(primary, 'CREATE DATABASE ledger', 'postgres')

  return {
    ports: servers.map(({ port }) => port),
    query: (text) => query(primary, text),
    async failOver() {
      const former = primary
      await asPostgres('pg_ctl', 'stop', '-D', former.folder, '-m', 'immediate', '-w')
      const standbys = servers.filter((server) => server !== former)
      const positions = await Promise.all(standbys.map(receivedPosition))
      const [best, other] = (positions[0] ?? 0n) >= (positions[1] ?? 0n) ? standbys : standbys.toReversed()
      if (best === undefined || other === undefined) throw new Error('no standby')
      await requireStandby(best, servers)
      await asPostgres('pg_ctl', 'promote', '-D', best.folder, '-w')
      primary = best
      await stop(other)
      await rm(other.folder, { recursive: true })
      await rm(former.folder, { recursive: true })
      await follow(other, best)
      await follow(former, best)
    },
    async split(ms) {
      const former = primary
      const [best, other] = servers.filter((server) => server !== former)
      if (best === undefined || other === undefined) throw new Error('no standby')
      await promoteBeside(former, { best, other, servers })
      primary = best
      await sleep(ms)
      await stop(former)
      await rm(former.folder, { recursive: true })
      await follow(former, best)
    },
    cancelCommit: () => cancelCommit(primary, servers),
    async stop() {
      for (const server of servers) await stop(server)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_wal_senders = 10
wal_keep_size = 512MB
hot_standby = on
shared_buffers = 32MB
`

const start = ({ folder, port }: Server) =>
  asPostgres('pg_ctl', 'start', '-w', '-D', folder, '-o', `-p ${port}`, '-l', `${folder}.log`)

const stop = ({ folder }: Server) =>
  asPostgres('pg_ctl', 'stop', '-D', folder, '-m', 'immediate', '-w').catch(() => undefined)

/** Makes a server a copy of another one, and starts it as its standby. */
async function follow(standby: Server, primary: Server): Promise<void> {
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${standby.name}`
  await asPostgres(
    'pg_basebackup',
    '-D',
    standby.folder,
    '-d',
    source,
    '-R',
    '--checkpoint=fast',
    '--no-sync',
  )
  await start(standby)
}

/** Makes commits of a primary, or of a standby once it is promoted, wait for one of the other servers. */
async function requireStandby(server: Server, servers: readonly Server[]): Promise<void> {
  const others = servers.filter((other) => other !== server).map(({ name }) => name)
  const value = `ANY 1 (${others.join(', ')})`
  const file = join(server.folder, 'postgresql.auto.conf')
  await appendFile(file, `synchronous_standby_names = '${value}'\n`)
  await asPostgres('pg_ctl', 'reload', '-D', server.folder)
  const setting = async () => (await query(server, 'SHOW synchronous_standby_names', 'postgres'))[0]
  while ((await setting())?.synchronous_standby_names !== value) await sleep(20)
}

/**
 * Promotes a standby while the primary keeps running, and makes the other standby follow it. In between, cancels a commit
 * of the primary, which is then lost. It must not wait for the other standby, because clients soon give up.
 */
async function promoteBeside(
  former: Server,
  { best, other, servers }: { best: Server; other: Server; servers: readonly Server[] },
): Promise<void> {
  await stop(other)
  // The other standby may have acknowledged commits that this one has not received yet.
  const [row] = await query(former, "SELECT pg_current_wal_flush_lsn() - '0/0' AS position")
  while ((await receivedPosition(best)) < BigInt(row?.position)) await sleep(20)
  await requireStandby(best, servers)
  await asPostgres('pg_ctl', 'promote', '-D', best.folder, '-w')
  await cancelNext(former)
  await rm(other.folder, { recursive: true })
  await follow(other, best)
}

/** Stops the standbys until a commit waits for one, and cancels it. */
async function cancelCommit(primary: Server, servers: readonly Server[]): Promise<void> {
  const standbys = servers.filter((server) => server !== primary)
  for (const standby of standbys) await stop(standby)
  await cancelNext(primary)
  for (const standby of standbys) await start(standby)
}

/** Cancels the next commit that waits for a standby, if there is one soon. */
async function cancelNext(server: Server): Promise<void> {
  const patience = AbortSignal.timeout(2_000)
  const cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
  while (!patience.aborted && (await query(server, cancel)).length === 0) await sleep(20)
}

async function receivedPosition(standby: Server): Promise<bigint> {
  const [row] = await query(standby, "SELECT pg_last_wal_receive_lsn() - '0/0' AS position", 'postgres')
  return BigInt(row?.position ?? 0)
}

const query = ({ port }: Server, text: string, database = 'ledger') => queryServer(port, text, database)
