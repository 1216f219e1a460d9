import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Replication } from '../main.ts'
import { Client, temporaryLedger } from './service.ts'

/** One of several processes that share a ledger. */
export interface SharedProcess {
  child: ChildProcess
  client: Client
  /** Returns the lines that it has logged. */
  messages: () => string
  ended: (signal: NodeJS.Signals) => Promise<number | null>
}

/** Starts a process that shares a ledger, until the test ends. */
export async function spawnShared(url: string, options: Partial<Replication> = {}): Promise<SharedProcess> {
  const replication: Replication = {
    url,
    mayBeAlone: true,
    directory: temporaryLedger(),
    ...options,
  }
  const script = join(import.meta.dirname, 'serve-shared.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(replication)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  let messages = ''
  child.stderr.on('data', (chunk) => {
    messages += chunk
  })
  const [first] = await Promise.race([once(child.stdout, 'data'), exited])
  if (typeof first === 'number') throw new Error(messages)
  return {
    child,
    client: new Client(`http://127.0.0.1:${Number(first)}`),
    messages: () => messages,
    ended: async (signal) => {
      child.kill(signal)
      await exited
      return child.exitCode
    },
  }
}

/** Returns the process that writes, as soon as there is one. */
export const writerOf = (processes: readonly SharedProcess[]) => firstToAnswer(processes, {})

/** Returns a process with a copy of the log, as soon as there is one. */
export const standbyOf = (processes: readonly SharedProcess[]) =>
  firstToAnswer(processes, { 'Max-Staleness': '10' })

async function firstToAnswer(
  processes: readonly SharedProcess[],
  headers: Record<string, string>,
): Promise<SharedProcess> {
  for (;;) {
    for (const process of processes) {
      if (process.child.exitCode !== null || process.child.signalCode !== null) continue
      const answer = await process.client
        .get('/balance/nobody', headers, AbortSignal.timeout(500))
        .catch(() => 'no answer')
      if (answer.startsWith('200')) return process
    }
    await sleep(20)
  }
}
