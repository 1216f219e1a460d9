import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FetchedLedger } from '@baseplate/economy/fetched-ledger'
import { contradictions } from '@baseplate/economy/testing/history'
import { spawnShared, writerOf } from '@baseplate/economy/testing/shared'
import { expect, onTestFinished, test } from 'vitest'
import { type Clients, startClients } from '../support/ledger-faults/clients.ts'
import { queryServer } from '../support/ledger-faults/debian-postgres.ts'
import { eventsOf } from '../support/ledger-faults/log.ts'
import { hasPatroniTrio, type PatroniNode, startPatroniTrio } from '../support/ledger-faults/patroni-trio.ts'
import { leaveUnsentTail } from '../support/ledger-faults/unsent-tail.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const began = performance.now()

const say = (text: string) =>
  process.stdout.write(`${((performance.now() - began) / 1_000).toFixed(1)} s: ${text}\n`)

// `npm run faults` runs it. Each run of continuous integration kills primaries in ledger-faults.test.ts.
test.skipIf(!hasPatroniTrio || !process.env.ALL_CASES)(
  'a ledger on Patroni keeps all acknowledged payments, and no lost ones, when the primary dies',
  async () => {
    const trio = await startPatroniTrio()
    onTestFinished(() => trio.stop())
    const former = await trio.primary()
    await trio.standbysOf(former, 2)
    await queryServer(former.port, 'CREATE DATABASE ledger', 'postgres')
    const url = `postgres://postgres@${trio.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/ledger`
    const processes = await Promise.all([1, 2, 3].map(() => spawnShared(url, { mayBeAlone: false })))
    await writerOf(processes)
    say('the ledger is open')
    const clients = startClients(() => processes.map(({ client }) => client.address), Math.random)
    onTestFinished(() => clients.stop())
    await untilAnswered(clients, 200)

    const tail = await leaveUnsentTail(former.port)
    await trio.kill(former)
    say(`killed ${former.name} with ${eventsOf(tail).length} unsent events`)
    const primary = await trio.primary()
    say(`Patroni has promoted ${primary.name}, which has a standby`)
    expect(primary).not.toBe(former)
    await writerOf(processes)
    say('payments go on')
    await untilAnswered(clients, 200)

    trio.start(former)
    await trio.standbysOf(primary, 2)
    say(`${former.name} is back as a standby`)
    expect(former.output()).toContain('pg_rewind exit code=0')
    await untilAnswered(clients, 200)

    await clients.stop()
    const text = await ledgerOf(url)
    const { operations } = clients
    const answered = operations.filter(({ answer }) => answer !== 'unknown').length
    say(`${operations.length} operations, ${answered} answered, ${eventsOf(text).length} events`)
    expect(contradictions(eventsOf(text), operations)).toEqual([])
    expect(text).not.toContain(tail)
    await expect.poll(() => batchesOf(former)).toBe(text)
  },
)

/** Waits until clients have this many more answers. */
async function untilAnswered({ operations }: Clients, count: number): Promise<void> {
  const answered = () => operations.filter(({ answer }) => answer !== 'unknown').length
  const enough = answered() + count
  await expect.poll(answered).toBeGreaterThan(enough)
}

/** Returns the lines at the primary, and expects that each batch continues the ones before it. */
async function ledgerOf(url: string): Promise<string> {
  const ledger = await FetchedLedger.create(url, join(await temporaryFolder(), 'ledger'))
  try {
    await ledger.refresh()
    return await readFile(ledger.path, 'utf8')
  } finally {
    await ledger.close()
  }
}

/** Returns the lines that a server has. */
async function batchesOf({ port }: PatroniNode): Promise<string> {
  const rows = await queryServer(port, 'SELECT lines FROM ledger_batches ORDER BY sequence')
  return Buffer.concat(rows.map(({ lines }) => lines)).toString()
}
