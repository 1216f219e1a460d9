import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@baseplate/platform/testing/free-port'
import { asPostgres, postgresPrograms, postgresUser, queryServer } from './debian-postgres.ts'
import { hasPostgresTrio } from './postgres-trio.ts'

const etcdProgram = '/usr/bin/etcd'
const patroniProgram = '/usr/bin/patroni'

/** Whether Patroni can be started: the Debian packages are installed, and this process is root. */
export const hasPatroniTrio = hasPostgresTrio && existsSync(etcdProgram) && existsSync(patroniProgram)

const names = ['one', 'two', 'three'] as const

/** A PostgreSQL server and its Patroni. */
export interface PatroniNode {
  name: string
  /** Port of PostgreSQL. */
  port: number
  apiPort: number
  folder: string
  process: ChildProcess | undefined
  /** Returns what Patroni has logged. */
  output: () => string
}

/** Three PostgreSQL servers whose roles Patroni decides. */
export interface PatroniTrio {
  nodes: readonly PatroniNode[]
  /** Returns the node that is the primary, as soon as there is one and a standby has been assigned to its commits. */
  primary: () => Promise<PatroniNode>
  /** Waits until a node has this many standbys. */
  standbysOf: (node: PatroniNode, count: number) => Promise<void>
  /** Kills Patroni and PostgreSQL of a node, as a power cut does. */
  kill: (node: PatroniNode) => Promise<void>
  /** Starts the Patroni of a node, which starts PostgreSQL. */
  start: (node: PatroniNode) => void
  stop: () => Promise<void>
}

export async function startPatroniTrio(): Promise<PatroniTrio> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-patroni-'))
  await chmod(folder, 0o755)
  const user = await postgresUser()
  await chown(folder, user.uid, user.gid)
  // Each program leads a process group, so that its children end with it, such as a copy of the primary.
  const launch = (program: string, ...args: string[]) =>
    spawn(program, args, {
      ...user,
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', HOME: folder, LC_ALL: 'C.UTF-8' },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const etcd = await startEtcd(folder, launch)
  const nodes: PatroniNode[] = []
  for (const name of names) nodes.push(await makeNode(name, folder, etcd.port))

  const start = (node: PatroniNode) => {
    node.process = launch(patroniProgram, `${node.folder}.json`)
    node.output = outputOf(node.process)
  }
  const stop = async () => {
    for (const node of nodes) {
      await endGroup(node.process)
      if (existsSync(join(node.folder, 'postmaster.pid')))
        await asPostgres('pg_ctl', 'stop', '-D', node.folder, '-m', 'immediate', '-w').catch(() => undefined)
    }
    await endGroup(etcd.process)
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  for (const node of nodes) start(node)
  return {
    nodes,
    primary: () => primaryOf(nodes),
    standbysOf: (node, count) => untilStandbys(node, count),
    kill,
    start,
    stop,
  }
}

type Launch = (program: string, ...args: string[]) => ChildProcess

async function startEtcd(folder: string, launch: Launch): Promise<{ process: ChildProcess; port: number }> {
  const [port, peerPort] = [await freePort(), await freePort()]
  const [clients, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const process = launch(
    etcdProgram,
    ...['--data-dir', join(folder, 'etcd')],
    ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
    ...['--initial-cluster', `default=${peers}`],
  )
  const output = outputOf(process)
  while (!(await isHealthy(`${clients}/health`))) {
    if (process.exitCode !== null) throw new Error(`etcd ended:\n${output()}`)
    await sleep(50)
  }
  return { process, port }
}

const isHealthy = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

async function makeNode(name: string, parent: string, etcdPort: number): Promise<PatroniNode> {
  const node: PatroniNode = {
    name,
    port: await freePort(),
    apiPort: await freePort(),
    folder: join(parent, name),
    process: undefined,
    output: () => '',
  }
  // Every JSON document is a YAML document.
  await writeFile(`${node.folder}.json`, JSON.stringify(configurationOf(node, etcdPort)))
  return node
}

/** Returns the configuration that docs/operating/ledger.md#patroni recommends, with shorter times. */
function configurationOf({ name, port, apiPort, folder }: PatroniNode, etcdPort: number) {
  const address = `127.0.0.1:${port}`
  const api = `127.0.0.1:${apiPort}`
  return {
    scope: 'ledger',
    name,
    restapi: { listen: api, connect_address: api },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 8,
        loop_wait: 1,
        retry_timeout: 3,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true },
      },
      initdb: ['no-sync', { auth: 'trust' }],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: folder,
      bin_dir: postgresPrograms,
      pgpass: `${folder}.pgpass`,
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      parameters: {
        unix_socket_directories: '',
        shared_buffers: '32MB',
        wal_keep_size: '512MB',
        wal_retrieve_retry_interval: '1s',
      },
    },
  }
}

interface ClusterMember {
  name: string
  role: 'leader' | 'sync_standby' | 'replica'
  state: string
}

async function primaryOf(nodes: readonly PatroniNode[]): Promise<PatroniNode> {
  for (;;) {
    for (const { process, apiPort, output } of nodes) {
      if (process === undefined) continue
      if (process.exitCode !== null) throw new Error(`Patroni ended:\n${output()}`)
      const members = await clusterOf(apiPort)
      const leader = members.find(({ role, state }) => role === 'leader' && state === 'running')
      const node = nodes.find(({ name }) => name === leader?.name)
      if (node?.process !== undefined && members.some(({ role }) => role === 'sync_standby')) return node
    }
    await sleep(100)
  }
}

async function clusterOf(apiPort: number): Promise<ClusterMember[]> {
  try {
    const response = await fetch(`http://127.0.0.1:${apiPort}/cluster`, {
      signal: AbortSignal.timeout(2_000),
    })
    const { members } = (await response.json()) as { members: ClusterMember[] }
    return members
  } catch {
    return []
  }
}

async function untilStandbys({ port }: PatroniNode, count: number): Promise<void> {
  const connected = "SELECT FROM pg_stat_replication WHERE state = 'streaming'"
  while ((await queryServer(port, connected, 'postgres')).length < count) await sleep(100)
}

async function kill(node: PatroniNode): Promise<void> {
  await endGroup(node.process)
  node.process = undefined
  const [line] = (await readFile(join(node.folder, 'postmaster.pid'), 'utf8')).split('\n')
  const children = await readFile(`/proc/${line}/task/${line}/children`, 'utf8')
  // A stopped child would not notice that the server is gone, and would keep its shared memory.
  for (const pid of [line, ...children.trim().split(' ')]) killIfRunning(Number(pid))
}

/** Kills a process that may have ended by itself. */
function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

async function endGroup(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid, 'SIGKILL')
  await exited
}

function outputOf({ stdout, stderr }: ChildProcess): () => string {
  let text = ''
  for (const stream of [stdout, stderr])
    stream?.on('data', (chunk) => {
      text += chunk
    })
  return () => text
}
