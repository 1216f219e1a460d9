import { expect, test } from 'vitest'
import { createClock } from './clock.ts'
import { DatabaseTime } from './database-time.ts'
import { servingOf } from './open.ts'
import type { Role } from './role.ts'

/** A machine whose time goes on while it is suspended, and whose steady clock does not. */
function startMachine() {
  let [time, steady] = [1_700_000_000_000, 5]
  const clock = createClock(
    () => time,
    () => steady,
  )
  return {
    clock,
    pass(ms: number) {
      time += ms
      steady += ms
    },
    suspend(ms: number) {
      time += ms
    },
  }
}

test('counts what the steady clock has missed, and nothing while both go on', () => {
  const { clock, pass, suspend } = startMachine()
  pass(60_000)
  expect(clock.skipped()).toBe(0)
  suspend(10_000)
  expect(clock.skipped()).toBe(10_000)
  suspend(-30_000)
  expect(clock.skipped()).toBe(10_000)
  suspend(2_000)
  expect(clock.skipped()).toBe(12_000)
})

const lease = { epoch: 1, address: '', renewal: 1, isOpen: true }

test.each([
  ['was suspended', 10_000],
  ['had its time set forward', 3_600_000],
])('a writer whose machine %s answers no reads before it has renewed its lease', (_, ms) => {
  const { clock, suspend, pass } = startMachine()
  const copy = { book: 'balances', identity: 'a ledger' }
  const serving = (renewed: object) =>
    servingOf({ role: 'writer', copy, ...renewed } as unknown as Role, 1_500, clock).book
  const renewed = { renewedAt: clock.elapsed(), skipped: clock.skipped() }
  pass(1_000)
  expect(serving(renewed)).toBe('balances')
  suspend(ms)
  expect(serving(renewed)).toBeUndefined()
  expect(serving({ renewedAt: clock.elapsed(), skipped: clock.skipped() })).toBe('balances')
})

test('a standby whose machine was suspended says how old its copy is', () => {
  const { clock, suspend } = startMachine()
  const copy = { book: 'balances', identity: 'a ledger' }
  const role = { role: 'standby', copy, writer: '', completeAt: clock.elapsed(), skipped: clock.skipped() }
  suspend(10_000)
  expect(servingOf(role as unknown as Role, 1_500, clock).copy?.ageMs).toBe(10_000)
})

test("shows the database's time although the machine's is set, and asks again after a suspension", () => {
  const { clock, suspend, pass } = startMachine()
  const time = new DatabaseTime(clock)
  expect(time.mayBeOff).toBe(true)
  time.measure({ ...lease, now: 1_000_000 })
  expect([time.now(), time.mayBeOff]).toEqual([1_000_000, false])
  pass(2_000)
  expect([time.now(), time.mayBeOff]).toEqual([1_002_000, false])
  suspend(3_600_000)
  expect([time.now(), time.mayBeOff]).toEqual([1_002_000, true])
  time.measure({ ...lease, now: 4_602_000 })
  expect([time.now(), time.mayBeOff]).toEqual([4_602_000, false])
  pass(5_001)
  expect(time.mayBeOff).toBe(true)
})
