import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { isListening } from './is-listening.ts'

const run = promisify(execFile)

const programs = ['proxy', 'account', 'container', 'object'] as const
type Program = (typeof programs)[number]

const pathOf = (program: Program) => `/usr/bin/swift-${program}-server`

/** Whether OpenStack Swift is installed. `npm run test:cluster` installs it for root on Debian. */
export const hasSwift = programs.every((program) => existsSync(pathOf(program)))

/** Credentials of the only account. */
const user = { account: 'test', name: 'tester', key: 'testing' }

export interface S3Server {
  /** Variables with which the AWS SDK finds the server and its account. */
  environment: Record<string, string>
  stop(): Promise<void>
}

/** Starts an object store with the API of S3: OpenStack Swift with one device in a temporary folder. */
export async function startSwift(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-swift-'))
  const ports: Record<Program, number> = {
    proxy: await freePort(),
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
  }
  await mkdir(join(folder, 'devices', 'd1'), { recursive: true })
  await buildRings(folder, ports)
  const children: ChildProcess[] = []
  for (const program of programs) {
    const file = join(folder, `${program}.conf`)
    await writeFile(file, configurationOf(program, folder, ports[program]))
    children.push(spawn(pathOf(program), [file], { stdio: 'ignore' }))
  }
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  const stop = async () => {
    const exits = children.map((child) => new Promise((resolve) => child.once('exit', resolve)))
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(exits)
    await rm(folder, { recursive: true, force: true })
  }
  // A proxy that cannot connect to the others at once leaves them alone for a minute.
  await untilListening(Object.values(ports)).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    environment: {
      AWS_ACCESS_KEY_ID: `${user.account}:${user.name}`,
      AWS_SECRET_ACCESS_KEY: user.key,
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL_S3: endpoint,
    },
    stop,
  }
}

/** Builds all rings in one process, because each process takes half a second to load Swift. */
const ringBuilder = `
import json, sys
from swift.common.ring import RingBuilder
folder, ports = sys.argv[1], json.loads(sys.argv[2])
for kind in ('account', 'container', 'object'):
    ring = RingBuilder(part_power=4, replicas=1, min_part_hours=0)
    ip, port = '127.0.0.1', ports[kind]
    address = {'ip': ip, 'port': port, 'replication_ip': ip, 'replication_port': port}
    ring.add_dev({'region': 1, 'zone': 1, 'device': 'd1', 'weight': 1, 'meta': '', **address})
    ring.rebalance()
    ring.get_ring().save(f'{folder}/{kind}.ring.gz')
`

/** Builds rings that place all data on the only device. */
async function buildRings(folder: string, ports: Readonly<Record<Program, number>>): Promise<void> {
  await run('/usr/bin/python3', ['-c', ringBuilder, folder, JSON.stringify(ports)])
}

/**
 * A busy machine may take longer than the default of half a second to connect. The proxy then answers 503 for a minute, and the
 * listing lacks the object.
 */
const patience = `conn_timeout = 20
node_timeout = 60
`

function configurationOf(program: Program, folder: string, port: number): string {
  const general = `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
swift_dir = ${folder}
devices = ${join(folder, 'devices')}
mount_check = false
log_level = ERROR
`
  if (program !== 'proxy')
    return `${general}[pipeline:main]
pipeline = ${program}-server
[app:${program}-server]
use = egg:swift#${program}
${patience}`
  return `${general}[pipeline:main]
pipeline = healthcheck cache bulk s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${patience}error_suppression_limit = 1000000
allow_account_management = true
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_${user.account}_${user.name} = ${user.key} .admin
`
}

async function untilListening(ports: readonly number[]): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const listening = await Promise.all(ports.map(isListening))
    if (listening.every(Boolean)) return
    await setTimeout(100)
  }
  throw new Error(`Swift does not listen on ${ports.join(', ')}`)
}
