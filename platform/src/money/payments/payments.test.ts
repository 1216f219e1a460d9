import { minute, second } from '@baseplate/service/clock'
import { DatabaseUnavailable } from '@baseplate/storage/database/outage'
import { expect, test, vi } from 'vitest'
import { createGroup } from '../../people/groups/create.ts'
import { startTestEconomy } from '../../testing/economy.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import type { LedgerAnswer } from '../ledger/send.ts'
import { beginAttempt } from './queries.ts'
import { leftAfter } from './rules.ts'

const unit = 1_000_000
const unheard: LedgerAnswer = { outcome: 'unknown', reason: 'the economy service has not answered' }

async function start(kind: DatabaseKind) {
  const economy = await startTestEconomy()
  const platform = await openTestPlatform(kind, {}, { ECONOMY_URL: economy.address })
  const payer = await registerPerson(platform, 'Payer')
  const send = vi.spyOn(platform.economy, 'send')
  const payment = () => platform.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
  return { economy, platform, payer, send, payment }
}

/** Runs the settling job for a while. */
async function runJob(platform: TestPlatform, forMs: number): Promise<void> {
  for (let passed = 0; passed < forMs; passed += 10 * second) {
    platform.pass(10 * second)
    await platform.payments.settleLeft()
  }
}

test.each(databases)('on %s, refusals after one lost answer settle a payment for good', async (kind) => {
  const { economy, platform, payer, send, payment } = await start(kind)
  send.mockResolvedValueOnce(unheard)
  await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow(
    'This payment is still being checked: the economy service has not answered. You won’t pay twice.',
  )
  await runJob(platform, 50 * second)
  expect(await payment()).toMatchObject({
    state: 'pending',
    reason: expect.stringContaining('insufficient balance'),
  })
  await runJob(platform, minute)
  expect(await payment()).toMatchObject({ state: 'failed', unanswered: expect.any(Number) })
  expect(send.mock.calls.length).toBeLessThan(8)

  // The payment stays failed, even when the balance would be enough.
  await economy.mint(payer, 5 * unit)
  await runJob(platform, 5 * minute)
  expect(await economy.balanceOf(payer)).toBe(5 * unit)
  await createGroup(platform, await registerRich(platform, economy), { name: 'Club' })
})

async function registerRich(platform: TestPlatform, economy: Awaited<ReturnType<typeof startTestEconomy>>) {
  const rich = await registerPerson(platform, 'Rich')
  await economy.mint(rich, 5 * unit)
  return rich
}

test('settles within two minutes once the ledger is reachable after an hour', async () => {
  const { platform, payer, send, payment } = await start('SQLite')
  send.mockResolvedValue(unheard)
  await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow('still being checked')
  await runJob(platform, 60 * minute)
  expect(send.mock.calls.length).toBeLessThan(70)
  send.mockRestore()
  await runJob(platform, 2 * minute)
  expect(await payment()).toMatchObject({ state: 'failed' })
})

test('counts a request that was not sent as answered', async () => {
  const { platform, payer, send, payment } = await start('SQLite')
  send.mockResolvedValueOnce(unheard)
  send.mockResolvedValueOnce({ outcome: 'unsent', reason: 'the economy service cannot be reached' })
  await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow('still being checked')
  const sent = (await payment()).unanswered
  platform.pass(minute)
  await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow('Cannot connect')
  expect(await payment()).toMatchObject({ state: 'pending', attempt: 2, unanswered: sent })
  await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow('insufficient balance')
  expect(await payment()).toMatchObject({ state: 'failed' })
})

test('records an attempt before it is sent, so that a crash counts as a lost answer', async () => {
  const { platform, payer, send, payment } = await start('SQLite')
  const noted: object[] = []
  send.mockImplementation(async () => {
    noted.push(await payment())
    return unheard
  })
  await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow('still being checked')
  const began = platform.now()
  await runJob(platform, 10 * second)
  expect(noted).toMatchObject([
    { attempt: 1, unanswered: began },
    { attempt: 2, unanswered: began + 10 * second },
  ])
})

test('concurrent requests to settle share one attempt and its refusal', async () => {
  const { platform, payer, send, payment } = await start('SQLite')
  send.mockResolvedValueOnce(unheard)
  await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow('still being checked')
  platform.pass(minute)
  const pending = await payment()
  const settled = await Promise.allSettled(
    Array.from({ length: 5 }, () => platform.payments.settlePending(pending)),
  )
  const reasons = settled.map((one) => (one.status === 'rejected' ? String(one.reason) : ''))
  expect(reasons).toEqual(Array(5).fill(expect.stringMatching(/insufficient balance/)))
  expect(send.mock.calls.length).toBe(2)
})

test('leaves a payment pending while another process retries it', async () => {
  const { platform, payer, send, payment } = await start('SQLite')
  send.mockImplementationOnce(async () => {
    await platform.db.updateTable('payments').set({ attempt: 2 }).execute()
    return { outcome: 'refused', reason: 'insufficient balance' }
  })
  await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow(
    'This payment is still being checked: another request for it is under way.',
  )
  expect(await payment()).toMatchObject({ state: 'pending', attempt: 2 })
})

test('a payment that loses the database half-way is answered as pending, because it is settled later', async () => {
  const { economy, platform, payer, send, payment } = await start('SQLite')
  await economy.mint(payer, 5 * unit)
  const transaction = vi.spyOn(platform.db, 'transaction')
  send.mockImplementationOnce(async () => {
    transaction.mockImplementationOnce(() => {
      throw new DatabaseUnavailable('the connection was cut')
    })
    return { outcome: 'unsent', reason: 'the economy service cannot be reached' }
  })
  await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow(
    'This payment is still being checked: the database is not available. You won’t pay twice.',
  )
  expect(await payment()).toMatchObject({ state: 'pending' })
  await runJob(platform, 2 * minute)
  expect(await payment()).toMatchObject({ state: 'paid' })
})

test.each(['paid', 'failed'] as const)(
  'an accepted request grants nothing once another process has recorded its payment as %s',
  async (state) => {
    const { economy, platform, payer, send, payment } = await start('SQLite')
    await economy.mint(payer, 5 * unit)
    send.mockImplementationOnce(async () => {
      await platform.db.updateTable('payments').set({ state, settled: 1, reason: null }).execute()
      return { outcome: 'accepted' }
    })
    const error = vi.spyOn(platform.log, 'error')
    await createGroup(platform, payer, { name: 'Club' }).catch(() => undefined)
    expect(await payment()).toMatchObject({ state, settled: 1 })
    // The payer has been charged for nothing.
    expect(error).toHaveBeenCalledTimes(state === 'failed' ? 1 : 0)
    // The other process has granted the group, or has told the payer that there is none.
    expect(await platform.db.selectFrom('groups').select('open').execute()).toEqual([{ open: 0 }])
  },
)

test.each(databases)(
  'on %s, one of two processes that read the same payment begins its next attempt',
  async (kind) => {
    const { platform, payer, send, payment } = await start(kind)
    send.mockResolvedValueOnce(unheard)
    await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow('still being checked')
    const read = await payment()
    const begun = await Promise.all([1, 2].map((at) => beginAttempt(platform.db, read, at)))
    expect(begun.filter((row) => row !== undefined)).toMatchObject([{ attempt: 2 }])
    expect(await beginAttempt(platform.db, read, 3)).toBeUndefined()
  },
)

test.each(databases)(
  'on %s, a request that ends without an answer leaves the record of a newer request alone',
  async (kind) => {
    const { platform, payer, send, payment } = await start(kind)
    send.mockImplementationOnce(async () => {
      await beginAttempt(platform.db, await payment(), platform.now() + second)
      return unheard
    })
    await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow('still being checked')
    expect(await payment()).toMatchObject({
      attempt: 2,
      unanswered: platform.now() + second,
      due: platform.now() + second + leftAfter,
      reason: null,
    })
  },
)

test.each(databases)(
  'on %s, a request that ends without an answer changes no other payment, and none that another process has settled',
  async (kind) => {
    const { platform, payer, send, payment } = await start(kind)
    const other = await registerPerson(platform, 'Other')
    const paymentOf = (id: string) =>
      platform.db.selectFrom('payments').selectAll().where('payer_id', '=', id).executeTakeFirstOrThrow()
    send.mockImplementationOnce(async () => {
      await platform.db.updateTable('payments').set({ state: 'paid', settled: 1 }).execute()
      return unheard
    })
    await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow('still being checked')
    const paid = await payment()
    expect(paid).toMatchObject({ state: 'paid', reason: null })
    await platform.db.updateTable('payments').set({ state: 'pending', settled: null }).execute()
    const pending = await payment()
    send.mockResolvedValueOnce(unheard)
    await expect(createGroup(platform, other, { name: 'Team' })).rejects.toThrow('still being checked')
    expect(await paymentOf(payer.id)).toEqual(pending)
    expect(await paymentOf(other.id)).toMatchObject({ reason: unheard.reason })
  },
)
