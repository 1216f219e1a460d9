import { mkdtemp, open, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@baseplate/platform/testing/free-port'
import { userOf, writeLedger } from '../ledger-file.ts'
import { ledgerDirectory } from '../ledger-service.ts'
import type { Measurement } from '../measurement.ts'
import { median } from '../measurement.ts'
import { startServer } from '../server-process.ts'
import { ratesOf, versus } from '../versus.ts'

export const accounts = 1_000
export const connections = 128
export const seconds = 5
const alone = 1_000

/** Names as in `userOf`, so that no payment is refused. */
const names = Array.from({ length: accounts }, (_, number) => JSON.stringify(userOf(number))).join(',')

/** A wrk script of payments between the accounts. */
export const pay = `local names = {${names}}
local n = 0
request = function()
  n = n + 1
  local from, to = n % #names, (n * 7 + 3) % #names
  if from == to then to = (to + 1) % #names end
  local body = string.format('{"From":"%s","To":"%s","Amount":%d,"Note":"Bought a hat","Link":"/catalog/%d/hat","Fee":0.1}',
    names[from + 1], names[to + 1], n % 50 + 1, n)
  return wrk.format("POST", "/transact", nil, body)
end`

/**
 * Measures transactions, each on disk before its response, against a server that discards its input and one that syncs
 * each body separately.
 */
export async function ledgerTransact(): Promise<Measurement[]> {
  const data = await ledgerDirectory((file) => writeLedger(file, { events: accounts * 2, accounts }))
  const scratch = await mkdtemp(join(tmpdir(), 'baseplate-bench-'))
  const service = await data.start()
  const bare = await startPeer('bare-post', {})
  const each = await startPeer('sync-each', { FILE: join(scratch, 'each') })
  try {
    const turn = { connections, seconds, request: pay }
    const ours = { ...turn, url: `${service.url}/transact`, pid: service.pid }
    const overBare = await versus(ours, { ...turn, url: bare.url, pid: bare.pid })
    const overEach = await versus(ours, { ...turn, url: each.url, pid: each.pid })
    const raw = await appendMs(join(scratch, 'raw'))
    const single = await oneByOneMs(service.url)
    return [
      {
        name: 'POST /transact, 128 connections',
        ...ratesOf(overBare),
        against: 'bare node:http',
        target: { atLeastShare: 0.75 },
      },
      {
        name: 'POST /transact, p99 at 128 connections',
        value: overBare.product.p99Ms,
        unit: 'ms',
        against: `bare node:http ${overBare.peer.p99Ms.toFixed(1)} ms`,
        target: { atMost: 20 },
      },
      {
        name: 'POST /transact beside a sync for each',
        ...ratesOf(overEach),
        against: 'a sync for each event',
        target: { atLeastShare: 8 },
      },
      {
        name: 'POST /transact, one at a time',
        value: single,
        unit: 'ms',
        against: `append and fdatasync ${raw.toFixed(2)} ms`,
        target: { atMost: raw * 2 },
      },
    ]
  } finally {
    await Promise.all([service.stop(), bare.stop(), each.stop()])
    await Promise.all([data.remove(), rm(scratch, { recursive: true })])
  }
}

async function startPeer(name: string, environment: Record<string, string>) {
  const port = String(await freePort())
  const server = await startServer([`bench/src/peers/${name}.ts`], { PORT: port, ...environment }, /ready/)
  return { ...server, url: `http://127.0.0.1:${port}/transact` }
}

/** Measures how long the disk takes to append and sync the line of an event. */
async function appendMs(path: string): Promise<number> {
  const file = await open(path, 'a')
  const line = Buffer.alloc(170, 'x')
  const times: number[] = []
  for (let n = 0; n < alone; n++) {
    const start = performance.now()
    await file.write(line)
    await file.datasync()
    times.push(performance.now() - start)
  }
  await file.close()
  return median(times)
}

/** Returns the median time of a payment that waits for the one before. */
export async function oneByOneMs(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const body = JSON.stringify({ From: userOf(0), To: userOf(1), Amount: 1, Note: 'Bought a hat' })
  const times: number[] = []
  for (let n = 0; n < alone; n++) {
    const start = performance.now()
    await new Promise<void>((resolve, reject) => {
      request(`${url}/transact`, { method: 'POST', agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`))
        response.resume().on('end', resolve)
      })
        .on('error', reject)
        .end(body)
    })
    times.push(performance.now() - start)
  }
  agent.destroy()
  return median(times)
}
