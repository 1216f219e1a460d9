import { mkdirSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Chain } from '../ledger/file/chain.ts'
import { MemoryStore } from '../testing/memory-store.ts'
import { quietly, submitted, temporaryLedger } from '../testing/service.ts'
import { systemClock } from './clock.ts'
import { Member, type MemberOptions } from './member.ts'
import type { LogStore } from './store.ts'

const times = { renewMs: 300, readMs: 400, abandonedMs: 1_000, followMs: 5, closeMs: 100 }

function startMember(
  store: LogStore | Promise<LogStore> | (() => Promise<LogStore>),
  {
    directory = dirname(temporaryLedger()),
    clock = systemClock,
    onAccepted = () => undefined,
  }: Partial<MemberOptions> = {},
) {
  const failures: unknown[] = []
  const member = new Member({
    connect: async () => (typeof store === 'function' ? store() : store),
    directory,
    address: 'http://here',
    times,
    copy: { ...quietly, fromSnapshot: false, mayCut: 'anything', onDiscarded: () => undefined },
    onAccepted,
    onFailure: (error) => failures.push(error),
    onRole: () => undefined,
    clock,
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
  const { member, failures } = startMember(new MemoryStore(), { directory })
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

test('a new process leaves a living writer alone, however long reading the log takes', async () => {
  const store = new MemoryStore([], 1)
  Object.assign(store, { renewal: 1, address: 'http://writer' })
  let skippedMs = 0
  const clock = { ...systemClock, elapsed: () => performance.now() + skippedMs }
  const chain = Chain.withoutFile()
  store.batchesAfter = async (sequence) => {
    if (sequence === 3) return []
    skippedMs += times.abandonedMs
    store.renewal++
    const lines = Buffer.from(`Mint {"Id":"${sequence}","Time":1,"To":"a","Amount":5,"Note":"x"}\n`)
    chain.add(lines)
    return [{ sequence: sequence + 1, epoch: 1, endsAt: chain.size, hash: chain.hash, lines }]
  }
  let asked = 0
  const { lease } = store
  store.lease = () => {
    asked++
    store.renewal++
    return lease()
  }
  const { member } = startMember(store, { clock })
  await expect.poll(() => asked).toBeGreaterThan(5)
  expect(member.role.role).toBe('standby')
  expect(store.epoch).toBe(1)
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

test('an epoch that was lost with its primary before its writer confirmed it is forgotten', async () => {
  const former = new MemoryStore([], 7)
  former.renewal = 1
  former.batchesAfter = async () => {
    throw new Error('the server died')
  }
  const promoted = new MemoryStore([], 6)
  const servers = [former]
  const { member, failures } = startMember(async () => servers.shift() ?? promoted)
  await ledgerOf(member)
  expect(promoted.epoch).toBe(7)
  expect(String(failures)).toBe('Error: the server died')
})

test('a server with an older epoch than a writer confirmed is not followed', async () => {
  const first = new MemoryStore([], 7)
  Object.assign(first, { renewal: 1, address: 'http://writer' })
  first.batchesAfter = async () => {
    throw new Error('the server died')
  }
  const former = new MemoryStore([], 6)
  const servers = [first]
  const { failures } = startMember(async () => servers.shift() ?? former)
  await expect.poll(() => String(failures[1])).toMatch('epoch 6, but epoch 7 has existed')
  expect(former.epoch).toBe(6)
})

test('a copy is fresh only as long as the writer renews its lease at the same server', async () => {
  const store = new MemoryStore([], 1)
  Object.assign(store, { renewal: 1, address: 'http://writer' })
  store.isWriterGone = async () => false
  const { member } = startMember(store)
  const completeAt = () => (member.role.role === 'standby' ? member.role.completeAt : undefined)
  await expect.poll(completeAt).toBe(Number.NEGATIVE_INFINITY)
  const before = performance.now()
  const renewed = () => {
    store.renewal++
    return completeAt()
  }
  await expect.poll(renewed).toBeGreaterThan(before - 100)
  const proven = renewed()
  const last = await expect.poll(completeAt).not.toBe(proven).then(completeAt)
  // The server still answers, but the writer may have gone to another one.
  let asked = 0
  store.onRead = () => asked++
  await expect.poll(() => asked).toBeGreaterThan(3)
  expect(completeAt()).toBe(last)
})

test('a member ends in time, although the server never answers a commit', async () => {
  const store = new MemoryStore()
  const { promise: silence, reject: cut } = Promise.withResolvers<void>()
  store.append = () => silence
  store.onClose = () => cut(new Error('closed'))
  const { member } = startMember(store)
  const ledger = await ledgerOf(member)
  const outcome = submitted(ledger, { proposal: { Type: 'Mint', To: 'a', Amount: 1n, Note: 'n' } })
  await member.close()
  expect(await outcome).toBe('not written')
})

test('a writer asks for the time of the database again after its machine was suspended', async () => {
  const hourMs = 3_600_000
  let [databaseTime, skippedMs] = [1_700_000_000_000, 0]
  const store = new MemoryStore()
  const { lease } = store
  store.lease = async () => ({ ...(await lease()), now: databaseTime })
  const { member } = startMember(store, { clock: { ...systemClock, skipped: () => skippedMs } })
  const ledger = await ledgerOf(member)
  const timeOfMint = async () => {
    await submitted(ledger, { proposal: { Type: 'Mint', To: 'a', Amount: 1n, Note: 'n' } })
    const [, time] = /"Time":(\d+)/.exec(store.batches.at(-1)?.lines.toString() ?? '') ?? []
    return Number(time)
  }
  const before = await timeOfMint()
  databaseTime += hourMs
  skippedMs += hourMs
  await expect.poll(timeOfMint).toBeGreaterThanOrEqual(before + hourMs)
  // It has renewed its lease since, so it knows again that it is the writer.
  const proposal = { Type: 'Burn', From: 'b', Amount: 1n, Note: 'n', Link: 'l' } as const
  await expect.poll(() => submitted(ledger, { proposal })).toHaveProperty('refused')
})

test('events have the time of the database, which all processes share', async () => {
  const store = new MemoryStore()
  const { lease } = store
  const day = 86_400_000
  store.lease = async () => ({ ...(await lease()), now: Date.now() + day })
  const times: number[] = []
  const { member } = startMember(store, {
    onAccepted: (events) => times.push(...events.map(({ Time }) => Time)),
  })
  const ledger = await ledgerOf(member)
  const before = Date.now() + day
  await submitted(ledger, { proposal: { Type: 'Mint', To: 'a', Amount: 1n, Note: 'n' } })
  expect(Math.abs((times[0] ?? 0) - before)).toBeLessThan(day / 2)
})
