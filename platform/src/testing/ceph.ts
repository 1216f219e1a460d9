import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import type { S3Server } from './swift.ts'

const run = promisify(execFile)

const programs = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'ceph-authtool', 'monmaptool']
const pathOf = (program: string) => `/usr/bin/${program}`

/** Whether Ceph and its RADOS Gateway are installed. `npm run test:cluster` installs them for root on Debian. */
export const hasCeph = programs.every((program) => existsSync(pathOf(program)))

/** Credentials of the only user. */
const user = { accessKey: 'tester', secretKey: 'testing' }

const startMs = 90_000

/** Starts an object store with the API of S3: a Ceph cluster of one monitor, one store in memory and a RADOS Gateway. */
export async function startCeph(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-ceph-'))
  const port = await freePort()
  const cluster = { folder, fsid: randomUUID(), monitor: `127.0.0.1:${await freePort()}`, port }
  const children: ChildProcess[] = []
  const stop = async () => {
    // The gateway is ended before the monitor, because it would wait for a missing monitor.
    for (const child of children.toReversed()) {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await exited
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await startCluster(cluster, children)
    await untilServing(port)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    environment: {
      AWS_ACCESS_KEY_ID: user.accessKey,
      AWS_SECRET_ACCESS_KEY: user.secretKey,
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    },
    stop,
  }
}

interface Cluster {
  folder: string
  fsid: string
  /** Address of the monitor. */
  monitor: string
  /** Port of the gateway. */
  port: number
}

async function startCluster(cluster: Cluster, children: ChildProcess[]): Promise<void> {
  const { folder, fsid, monitor } = cluster
  const at = (name: string) => join(folder, name)
  await writeFile(at('ceph.conf'), configurationOf(cluster))
  await mkdir(at('mon'))
  await mkdir(at('osd'))
  const command = (program: string, ...args: string[]) => run(pathOf(program), args, { timeout: startMs })
  const configured = (program: string, ...args: string[]) => command(program, '-c', at('ceph.conf'), ...args)
  const start = (program: string, ...args: string[]) => {
    children.push(spawn(pathOf(program), ['-c', at('ceph.conf'), '-f', ...args], { stdio: 'ignore' }))
  }
  await makeKeyring(at('keyring'), command)
  await command('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', `[v2:${monitor}]`, at('monmap'))
  await configured('ceph-mon', '--mkfs', '-i', 'a', '--monmap', at('monmap'), '--keyring', at('keyring'))
  start('ceph-mon', '-i', 'a')
  const store = randomUUID()
  await configured('ceph', 'osd', 'new', store, '0')
  await configured('ceph-osd', '--mkfs', '-i', '0', '--osd-uuid', store)
  start('ceph-osd', '-i', '0')
  const { accessKey, secretKey } = user
  const keys = ['--access-key', accessKey, '--secret-key', secretKey]
  await configured('radosgw-admin', 'user', 'create', '--uid', 'tester', '--display-name', 'Tester', ...keys)
  start('radosgw', '-n', 'client.rgw')
}

/** Makes a keyring for all programs that connect to the monitor. Without keys, the gateway would hang. */
async function makeKeyring(
  keyring: string,
  command: (program: string, ...args: string[]) => Promise<unknown>,
): Promise<void> {
  const rights = {
    'mon.': ['mon', 'allow *'],
    'client.admin': ['mon', 'allow *', 'osd', 'allow *', 'mgr', 'allow *'],
    'client.rgw': ['mon', 'allow rw', 'osd', 'allow rwx'],
    'osd.0': ['mon', 'allow profile osd', 'osd', 'allow *'],
  }
  await writeFile(keyring, '')
  for (const [name, caps] of Object.entries(rights)) {
    const capped = []
    for (let index = 0; index < caps.length; index += 2)
      capped.push('--cap', caps[index] ?? '', caps[index + 1] ?? '')
    await command('ceph-authtool', keyring, '--gen-key', '-n', name, ...capped)
  }
}

const configurationOf = ({ folder, fsid, monitor, port }: Cluster) => `[global]
fsid = ${fsid}
mon_host = [v2:${monitor}]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
keyring = ${folder}/keyring
run_dir = ${folder}
admin_socket =
mon_data = ${folder}/mon
osd_data = ${folder}/osd
osd_journal = ${folder}/osd/journal
log_to_file = false
mon_cluster_log_to_file = false
log_to_stderr = false
err_to_stderr = false
crash_dir = ${folder}
osd_objectstore = memstore
memstore_device_bytes = 2147483648
osd_crush_chooseleaf_type = 0
osd_pool_default_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
mon_warn_on_pool_no_redundancy = false
rgw_data = ${folder}
rgw_frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1
`

async function untilServing(port: number): Promise<void> {
  const end = Date.now() + startMs
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (isUp) return
    if (Date.now() > end) throw new Error(`the RADOS Gateway does not listen on port ${port}`)
    await setTimeout(100)
  }
}
