import { hour, minute, second } from '@baseplate/service/clock'
import { describe, expect, test, vi } from 'vitest'
import { createGroup } from '../../people/groups/create.ts'
import { startTestEconomy } from '../../testing/economy.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, databases, openTestPlatform, type TestPlatform } from '../../testing/platforms.ts'
import type { LedgerAnswer } from '../ledger/send.ts'
import type { PaymentRow } from './queries.ts'

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

/** Adds 120 payments like another one. */
const addMany = ({ db }: TestPlatform, row: PaymentRow) =>
  db
    .insertInto('payments')
    .values(
      Array.from({ length: 120 }, (_, index) => ({ ...row, id: `p${index}`, subject: `group:${index}` })),
    )
    .execute()

/** Runs the settling job for a while. */
async function runJob(platform: TestPlatform, forMs: number): Promise<void> {
  for (let passed = 0; passed < forMs; passed += 10 * second) {
    platform.pass(10 * second)
    await platform.payments.settleLeft()
  }
}

describe.each(databases)(
  'on %s, a site that is paused between recording a payment and sending it',
  (kind) => {
    test('leaves it pending, and the job settles it', async () => {
      const { economy, platform, payer, send, payment } = await start(kind)
      await economy.mint(payer, 5 * unit)
      pauseAfterRecording(platform, 6 * second)
      await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow('it was not sent in time')
      expect(send).not.toHaveBeenCalled()
      expect(await payment()).toMatchObject({ state: 'pending', unanswered: null })
      await runJob(platform, 10 * second)
      expect(await payment()).toMatchObject({ state: 'paid' })
      expect(await economy.balanceOf(payer)).toBe(0)
    })

    test('does not charge for a payment that another site has settled as failed', async () => {
      const { economy, platform, payer, send, payment } = await start(kind)
      pauseAfterRecording(platform, 2 * minute, async () => {
        await platform.db
          .updateTable('payments')
          .set({ state: 'failed', attempt: 4, settled: platform.now(), reason: 'insufficient balance' })
          .execute()
        await economy.mint(payer, 5 * unit)
      })
      await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow()
      await runJob(platform, minute)
      expect(send).not.toHaveBeenCalled()
      expect(await payment()).toMatchObject({ state: 'failed' })
      expect(await economy.balanceOf(payer)).toBe(5 * unit)
    })

    test('retries nothing that it recorded too long ago', async () => {
      const { platform, payer, send, payment } = await start(kind)
      send.mockResolvedValueOnce(unheard)
      await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow('still being checked')
      send.mockClear()
      platform.pass(10 * second)
      const sent = (await payment()).unanswered
      const { now } = platform
      // The clock is read for the attempt's record, and the process is paused before the request.
      pauseAfterUpdates(platform, 6 * second)
      await platform.payments.settleLeft()
      expect(now()).toBe(platform.now())
      expect(send).not.toHaveBeenCalled()
      expect(await payment()).toMatchObject({ state: 'pending', attempt: 2, unanswered: sent })
    })
  },
)

/** Lets time pass when the transaction that records a payment has committed. */
function pauseAfterRecording(platform: TestPlatform, ms: number, meanwhile = async () => {}): void {
  const { settle } = platform.payments
  vi.spyOn(platform.payments, 'settle').mockImplementationOnce(async (payment) => {
    platform.pass(ms)
    await meanwhile()
    await settle(payment)
  })
}

/** Lets time pass after the next update of a payment. */
function pauseAfterUpdates(platform: TestPlatform, ms: number): void {
  const { updateTable } = platform.db
  vi.spyOn(platform.db, 'updateTable').mockImplementationOnce((...args) => {
    queueMicrotask(() => platform.pass(ms))
    return updateTable.apply(platform.db, args)
  })
}

test.each(databases)('on %s, a clock that is set forward makes no refusal final', async (kind) => {
  const { economy, platform, payer, send, payment } = await start(kind)
  send.mockResolvedValueOnce(unheard)
  await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow('still being checked')
  platform.setClock(2 * minute)
  await platform.payments.settleLeft()
  expect(await payment()).toMatchObject({ state: 'pending', attempt: 2 })
  await economy.mint(payer, 5 * unit)
  await runJob(platform, 2 * minute)
  expect(await payment()).toMatchObject({ state: 'paid' })
})

test.each(databases)('on %s, a clock that is set back does not postpone a retry', async (kind) => {
  const { economy, platform, payer, send, payment } = await start(kind)
  send.mockResolvedValueOnce(unheard)
  await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow('still being checked')
  await economy.mint(payer, 5 * unit)
  platform.setClock(-hour)
  await platform.payments.settleLeft()
  expect(await payment()).toMatchObject({ state: 'paid' })
})

test('settles a payment that is due behind many that are settled', async () => {
  const { economy, platform, payer, send, payment } = await start('SQLite')
  send.mockResolvedValueOnce(unheard)
  await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow('still being checked')
  const row = await payment()
  const settled = { ...row, state: 'failed' as const, due: 0, attempted: 0, settled: row.created }
  await addMany(platform, settled)
  await economy.mint(payer, 5 * unit)
  await runJob(platform, minute)
  const pending = platform.db.selectFrom('payments').select('id').where('state', '=', 'pending')
  expect(await pending.execute()).toEqual([])
})

test('ends a run over many payments although the clock was set back since the start', async () => {
  const { platform, payer, send, payment } = await start('SQLite')
  send.mockImplementation(async () => ({ outcome: 'refused', reason: 'insufficient balance' }))
  send.mockResolvedValueOnce(unheard)
  await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow('still being checked')
  const row = await payment()
  await addMany(platform, row)
  platform.setClock(-hour)
  await platform.payments.settleLeft()
  expect(send).toHaveBeenCalledTimes(1 + 121)
})

test('ends a run over many payments during which the clock is set back, and asks about each at most once', async () => {
  const { platform, payer, send, payment } = await start('SQLite')
  send.mockResolvedValueOnce(unheard)
  await expect(createGroup(platform, payer, { name: 'Club' })).rejects.toThrow('still being checked')
  const row = await payment()
  await addMany(platform, row)
  const asked: string[] = []
  send.mockImplementation(async (_request, key) => {
    platform.setClock(-hour)
    asked.push(key)
    if (asked.length > 500) throw new Error('the run does not end')
    return { outcome: 'refused', reason: 'insufficient balance' }
  })
  platform.pass(minute)
  await platform.payments.settleLeft()
  expect(new Set(asked).size).toBe(asked.length)
  expect(asked.length).toBeGreaterThan(90)
})
