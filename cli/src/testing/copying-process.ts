import * as schema from '@baseplate/platform/migrations/all'
import pg from 'pg'
import { copyToPostgres } from '../database/copy.ts'

/** The process's whole input, as JSON. */
export interface Copying {
  url: string
  dataDirectory: string
  /** Where the process kills itself: half-way through the tables, or before the SQLite file gets its new name. */
  point: 'filling' | 'committed'
}

const { url, dataDirectory, point } = JSON.parse(process.argv[2] ?? '') as Copying

let tables = 0
const query = pg.Client.prototype.query as (...given: unknown[]) => Promise<unknown>
Object.assign(pg.Client.prototype, {
  async query(this: pg.Client, statement: string, ...rest: unknown[]) {
    const answer = await query.call(this, statement, ...rest)
    if (/^insert into "(?!kysely)/.test(statement)) tables += 1
    const isThere = point === 'filling' ? tables === 20 : tables > 0 && statement === 'commit'
    if (isThere) process.kill(process.pid, 'SIGKILL')
    return answer
  },
})

await copyToPostgres({ url, dataDirectory, now: new Date() }, schema, {
  signal: new AbortController().signal,
  onProgress() {},
})
