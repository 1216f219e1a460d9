import { mkdirSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Chain } from '../ledger/chain.ts'
import { quietly, submitted, temporaryLedger } from '../testing/service.ts'
import { systemClock } from './clock.ts'
import { Member } from './member.ts'
import type { LogStore, StoredBatch } from './store.ts'

/** A log in memory, for one process. */
class MemoryStore implements LogStore {
  readonly batches: StoredBatch[] = []
  #epoch = 0
  onRenew: () => Promise<void> = async () => undefined
  onClose = () => {}

  lease = async () => ({ epoch: this.#epoch, address: '', ageMs: 1e9, now: Date.now() })
  isWriterGone = async () => true
  takeLease = async () => ++this.#epoch
  renewLease = () => this.onRenew()
  releaseLease = async () => {}
  batchesAfter = async (sequence: number) => this.batches.slice(sequence)
  batchEndingAt = async (bytes: number) => this.batches.find(({ endsAt }) => endsAt === bytes)
  last = async () => this.batches.at(-1)
  append = async (batch: StoredBatch) => {
    this.batches.push(batch)
  }
  close = async () => this.onClose()
}

const times = { renewMs: 300, readMs: 400, abandonedMs: 1_000, followMs: 5 }

function startMember(store: LogStore | Promise<LogStore>, directory = dirname(temporaryLedger())) {
  const failures: unknown[] = []
  const member = new Member({
    connect: async () => store,
    directory,
    address: () => 'http://here',
    times,
    copy: { ...quietly, fromSnapshot: false, onDiscarded: () => undefined },
    onAccepted: () => undefined,
    onFailure: (error) => failures.push(error),
    onRole: () => undefined,
    clock: systemClock,
  })
  onTestFinished(() => member.close())
  return { member, failures }
}

async function ledgerOf(member: Member) {
  await expect.poll(() => member.role.role).toBe('writer')
  const { role } = member
  if (role.role !== 'writer') throw new Error('the role has changed')
  return role.ledger
}

test('a writer refuses nothing while the answer to its renewal is missing for too long', async () => {
  const store = new MemoryStore()
  const { member } = startMember(store)
  const ledger = await ledgerOf(member)
  const { promise: lost, reject: lose } = Promise.withResolvers<void>()
  store.onRenew = () => lost
  const proposal = { Type: 'Burn', From: 'a', Amount: 1n, Note: 'n', Link: 'l' } as const
  expect(await submitted(ledger, { proposal })).toHaveProperty('refused')

  const isOld = () =>
    member.role.role === 'writer' && performance.now() - member.role.renewedAt > times.readMs
  await expect.poll(isOld, { interval: 5 }).toBe(true)
  expect(await submitted(ledger, { proposal })).toBe('not written')

  // The copy is closed before the connection, and must not be read from then on.
  const { promise: closed, resolve } = Promise.withResolvers<string>()
  store.onClose = () => resolve(member.role.role)
  lose(new Error('the connection is lost'))
  expect(await closed).toBe('starting')
})

test('a copy that could not be opened once is opened later', async () => {
  const directory = dirname(temporaryLedger())
  const inTheWay = join(directory, 'ledger')
  mkdirSync(inTheWay)
  const { member, failures } = startMember(new MemoryStore(), directory)
  await expect.poll(() => failures.length).toBeGreaterThan(0)
  rmdirSync(inTheWay)
  await ledgerOf(member)
})

test('a standby that reads a long log can be closed', async () => {
  const chain = Chain.withoutFile()
  const store = new MemoryStore()
  store.batchesAfter = async (sequence) => {
    const lines = Buffer.from(`Mint {"Id":"${sequence}","Time":1,"To":"a","Amount":5,"Note":"x"}\n`)
    chain.add(lines)
    return [{ sequence: sequence + 1, epoch: 0, endsAt: chain.size, hash: chain.hash, lines }]
  }
  const { member } = startMember(store)
  await expect.poll(() => chain.size).toBeGreaterThan(0)
  await member.close()
})

test('a member that waits for a server can be closed, and keeps no connection', async () => {
  const { promise: connecting, resolve: connect } = Promise.withResolvers<LogStore>()
  const { member } = startMember(connecting)
  await member.close()
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const store = new MemoryStore()
  store.onClose = resolve
  connect(store)
  await closed
})
