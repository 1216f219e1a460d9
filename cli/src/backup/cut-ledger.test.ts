import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutLedger } from './cut-ledger.ts'

/** The times at which the database records a payment, the ledger records it, and the database marks it as paid. */
const payment = fc.tuple(fc.nat(100), fc.nat(100), fc.nat(100)).map(([noted, toLedger, toPaid]) => ({
  noted,
  recorded: noted + 1 + toLedger,
  paid: noted + 2 + toLedger + toPaid,
}))

test('keeps every payment that the database has as paid, and none that it has not recorded, whenever the database was copied', () => {
  fc.assert(
    fc.property(
      fc.array(payment, { maxLength: 30 }),
      fc.nat(250),
      fc.nat(60),
      fc.nat(60),
      (payments, moment, earlier, later) => {
        const history = payments
          .map((times, index) => ({ ...times, key: `payment-${index}` }))
          .toSorted((one, other) => one.recorded - other.recorded)
          .map((times, index) => ({ ...times, end: (index + 1) * 10 }))
        const from = history.findLast(({ recorded }) => recorded <= moment - earlier)?.end ?? 0
        const events = history.filter(({ end, recorded }) => end > from && recorded <= moment + later)
        const byKey = new Map(history.map((times) => [times.key, times]))
        const cut = cutLedger(from, events, {
          isRecorded: (key) => (byKey.get(key)?.noted ?? Infinity) <= moment,
          isPaid: (key) => (byKey.get(key)?.paid ?? Infinity) <= moment,
        })
        for (const { noted, paid, end } of history) {
          if (paid <= moment) expect(end).toBeLessThanOrEqual(cut)
          if (noted > moment) expect(end).toBeGreaterThan(cut)
        }
      },
    ),
  )
})

test('cuts before an event that the database does not know only when no paid one follows, and never before one without a key', () => {
  const known = { isRecorded: (key: string) => key !== 'stipend', isPaid: (key: string) => key === 'paid' }
  const event = (end: number, key?: string) => ({ end, key })
  expect(cutLedger(5, [], known)).toBe(5)
  expect(cutLedger(5, [event(10), event(20, 'stipend'), event(30, 'paid'), event(40)], known)).toBe(40)
  expect(
    cutLedger(5, [event(10, 'paid'), event(20, 'pending'), event(30, 'stipend'), event(40)], known),
  ).toBe(20)
})
