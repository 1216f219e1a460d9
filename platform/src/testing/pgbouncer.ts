import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { isListening } from './is-listening.ts'

const program = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer'

/** Whether PgBouncer is installed. `npm test` installs it for root on Debian. */
export const hasPgBouncer = existsSync(program)

/** `nobody` of Debian: PgBouncer refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 }

export interface PgBouncer {
  /** The same database, through PgBouncer. */
  through(url: string): string
  stop(): Promise<void>
}

/** Starts a PgBouncer in transaction mode in front of a server, with fewer connections to it than its clients have. */
export async function startPgBouncer(server: string): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(server)
  const directory = await mkdtemp(join(tmpdir(), 'baseplate-pgbouncer-'))
  await chmod(directory, 0o755)
  const ownPort = await freePort()
  const file = join(directory, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
`,
    { mode: 0o644 },
  )
  const said: string[] = []
  const child = spawn(program, [file], {
    ...(process.getuid?.() === 0 && nobody),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  child.stderr.on('data', (text) => said.push(String(text)))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (!(await isListening(ownPort))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${said.join('')}`)
    await setTimeout(20)
  }
  return {
    through(url) {
      const own = new URL(url)
      own.hostname = '127.0.0.1'
      own.port = String(ownPort)
      return own.href
    },
    async stop() {
      child.kill('SIGKILL')
      await exited
      await rm(directory, { recursive: true, force: true })
    },
  }
}
