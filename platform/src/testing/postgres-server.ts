import { type ChildProcess, fork, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

type Message = { url: string } | { problem: string }

/** Provides one PostgreSQL for a test run: `TEST_DATABASE_URL`, or a temporary server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await startPostgres()
  project.provide('postgresUrl', server.url)
  return server.stop
}

/** Starts a temporary server. Its data is removed when it stops. */
export async function startPostgres(): Promise<{
  url: string
  /** Process id of the server's parent. */
  pid: number
  stop: () => Promise<void>
}> {
  const child = forkAsUser(join(import.meta.dirname, 'postgres-process.ts'))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const message = await new Promise<Message>((resolve) => {
    child.once('message', (said) => resolve(said as Message))
    child.once('exit', (code) => resolve({ problem: `PostgreSQL ended with ${code} while it started` }))
  })
  if ('problem' in message) throw new Error(message.problem)
  return {
    url: message.url,
    pid: child.pid ?? 0,
    async stop() {
      child.disconnect()
      await exited
    },
  }
}

/**
 * PostgreSQL refuses to run as root. On Linux it then runs as a user of every system, who may enter all folders: the checkout of
 * root is often in a folder that is closed to others.
 */
function forkAsUser(script: string): ChildProcess {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return fork(script)
  const user = ['--reuid=nobody', '--regid=nogroup', '--clear-groups']
  const mayEnter = [
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ]
  return spawn('setpriv', [...user, ...mayEnter, process.execPath, script], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}
