import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import type { Config } from '@baseplate/platform/foundation/config/schema'
import pg from 'pg'

/** Steps of a restore. */
export type RestoringPoint =
  /** An entry of the archive is about to be written. */
  | 'extracting'
  /** The rows of a table are about to be inserted. */
  | 'filling'
  /** The data directory is about to be moved into place. */
  | 'placing'
  /** The data directory is in place. */
  | 'placed'
  /** The database has committed. */
  | 'committed'

/** The process's whole input, as JSON. */
export interface Restoring {
  config: Pick<Config, 'dataDirectory' | 'databaseUrl'>
  archive: string
  /** The process kills itself when it reaches this step for the `passage`th time. */
  point: RestoringPoint
  passage: number
}

const { config, archive, ...killed } = JSON.parse(process.argv[2] ?? '') as Restoring

let passages = killed.passage
function pass(point: RestoringPoint): void {
  if (point === killed.point && --passages === 0) process.kill(process.pid, 'SIGKILL')
}

const { open, rename } = fs
fs.open = (path, flags, mode) => {
  if (flags === 'wx') pass('extracting')
  return open(path, flags, mode)
}
fs.rename = async (from, to) => {
  pass('placing')
  await rename(from, to)
  pass('placed')
}
syncBuiltinESMExports()

const query = pg.Client.prototype.query as (...given: unknown[]) => Promise<unknown>
Object.assign(pg.Client.prototype, {
  async query(this: pg.Client, statement: string, ...rest: unknown[]) {
    if (/^insert into "(?!kysely)/.test(statement)) pass('filling')
    const answer = await query.call(this, statement, ...rest)
    if (statement === 'commit') pass('committed')
    return answer
  },
})

const { restore } = await import('../backup/restore.ts')
await restore(config as Config, archive, new AbortController().signal, { show() {}, end() {} })
