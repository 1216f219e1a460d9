import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { type PostgresTrio, startPostgresTrio } from '../../e2e/support/ledger-faults/postgres-trio.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

/** Three PostgreSQL servers for a ledger: a primary, and two standbys of which one must receive each commit. */
export interface ReplicatedLedger {
  trio: PostgresTrio
  /** Returns the connection string of the servers at these ports. */
  urlOf: (ports: readonly number[]) => string
  /** Environment of an economy service that uses the servers. */
  environment: Record<string, string>
  /** Imports the ledger file of a data directory. */
  fill: (directory: string) => Promise<void>
}

export async function startReplicatedLedger(): Promise<ReplicatedLedger> {
  const trio = await startPostgresTrio()
  const urlOf = (ports: readonly number[]) =>
    `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/ledger`
  const environment = { LEDGER_URL: urlOf(trio.ports) }
  return {
    trio,
    urlOf,
    environment,
    fill: async (directory) => {
      await run(process.execPath, ['cli/src/main.mjs', 'ledger', 'import'], {
        cwd: root,
        env: { ...process.env, ...environment, BASEPLATE_DATA: directory },
      })
    },
  }
}
