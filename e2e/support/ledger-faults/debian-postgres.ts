import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** Folder of the programs of Debian's newest PostgreSQL; empty if there is none. */
export const postgresPrograms = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1) ?? ''

/** Runs a program of PostgreSQL, which refuses to run as root. */
export const asPostgres = (program: string, ...args: string[]) =>
  run('runuser', ['-u', 'postgres', '--', join(postgresPrograms, program), ...args])

export async function postgresUser(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])))
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
}

/** Runs statements on the server at a port. */
export async function queryServer(
  port: number,
  text: string,
  database = 'ledger',
): Promise<pg.QueryResult['rows']> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
