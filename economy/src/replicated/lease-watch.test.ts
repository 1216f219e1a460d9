import { expect, test } from 'vitest'
import { LeaseWatch } from './lease-watch.ts'

const lease = (epoch: number, renewal: number, address = 'http://writer') => ({
  epoch,
  renewal,
  address,
  isOpen: true,
  now: 0,
})

test('the age of a lease counts from its last change, whatever time the servers have written', () => {
  const watch = new LeaseWatch()
  watch.take(lease(1, 1e15), 10, 20)
  watch.take(lease(1, 1e15), 120, 130)
  expect(watch.ageMs).toBe(100)
  watch.take(lease(1, 5), 200, 210)
  watch.take(lease(1, 5), 300, 310)
  expect(watch.ageMs).toBe(90)
  watch.take(lease(1, 0, ''), 500, 510)
  expect(watch.ageMs).toBe(Number.POSITIVE_INFINITY)
})

test('a change counts once the writer has renewed after it, which proves that it is durable', () => {
  const watch = new LeaseWatch()
  watch.take(lease(1, 1), 10, 20)
  watch.take(lease(1, 2), 30, 40)
  expect(watch.aliveAt).toBe(Number.NEGATIVE_INFINITY)
  watch.take(lease(1, 3), 50, 60)
  expect(watch.aliveAt).toBe(10)
  // A take-over whose outcome its process does not know yet.
  watch.take(lease(2, 4, ''), 70, 80)
  expect(watch.aliveAt).toBe(10)
  watch.take(lease(2, 5), 90, 100)
  expect(watch.aliveAt).toBe(50)
  watch.take(lease(2, 5), 110, 120)
  expect(watch.aliveAt).toBe(50)
})
