import { expect, test } from 'vitest'
import { LeaseWatch } from './lease-watch.ts'

const lease = (epoch: number, renewal: number, address = 'http://writer') => ({
  epoch,
  renewal,
  address,
  now: 0,
})

test('the age of a lease counts from its last change, whatever time the servers have written', () => {
  const watch = new LeaseWatch()
  watch.take(lease(1, 1e15), 10, 20)
  expect(watch.ageAt(120)).toBe(100)
  watch.take(lease(1, 5), 200, 210)
  watch.take(lease(1, 5), 300, 310)
  expect(watch.ageAt(410)).toBe(200)
  watch.take(lease(1, 0, ''), 500, 510)
  expect(watch.ageAt(510)).toBe(Number.POSITIVE_INFINITY)
})

test('only a confirmed renewal shows that the server was the primary', () => {
  const watch = new LeaseWatch()
  watch.take(lease(1, 1), 10, 20)
  watch.take(lease(1, 1), 30, 40)
  watch.take(lease(2, 2, ''), 50, 60)
  expect(watch.aliveAt).toBe(Number.NEGATIVE_INFINITY)
  watch.take(lease(2, 3), 70, 80)
  expect(watch.aliveAt).toBe(50)
  watch.take(lease(2, 3), 90, 100)
  expect(watch.aliveAt).toBe(50)
})
