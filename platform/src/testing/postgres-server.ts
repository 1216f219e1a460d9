import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

type Message = { url: string } | { problem: string }

/** One PostgreSQL for a whole test run: `TEST_DATABASE_URL`, or a server of our own that is gone afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await startPostgres()
  project.provide('postgresUrl', server.url)
  return server.stop
}

/** A server of our own; its data is gone when it has stopped. */
export async function startPostgres(): Promise<{
  url: string
  /** Of the process that the server is below. */
  pid: number
  stop: () => Promise<void>
}> {
  const child = fork(join(import.meta.dirname, 'postgres-process.ts'))
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
