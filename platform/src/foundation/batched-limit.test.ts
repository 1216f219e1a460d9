import { setImmediate as settle } from 'node:timers/promises'
import { minute } from '@baseplate/service/clock'
import { createLog } from '@baseplate/service/log'
import { expect, test } from 'vitest'
import { createBatchedLimit } from './batched-limit.ts'
import { createMemoryCounts, type LimitCounts } from './limit-counts.ts'

const rule = { points: 100, windowSeconds: 60, code: 'requests.too_many', batch: 10 } as const

/** A process, and the number of times that it has shared its events. */
function startProcess(counts: Pick<LimitCounts, 'add'>) {
  let time = 0
  let shared = 0
  const limitCounts: typeof counts = {
    add: (...event) => {
      shared++
      return counts.add(...event)
    },
  }
  const limit = createBatchedLimit({ limitCounts, now: () => time, log: createLog('silent') }, rule)
  return {
    shared: () => shared,
    pass(ms: number) {
      time += ms
    },
    /** Spends this many times. Returns how many of them were let in. */
    async spend(events: number, key = 'anna') {
      let letIn = 0
      for (let event = 0; event < events; event++) {
        try {
          limit.spend(key)
          letIn++
        } catch (error) {
          expect(error).toMatchObject({ reason: 'limited' })
        }
        await settle()
      }
      return letIn
    },
  }
}

test('processes share a limit, but for fewer events than a batch of each', async () => {
  const counts = createMemoryCounts()
  const [one, other] = [startProcess(counts), startProcess(counts)]
  expect(await one.spend(95)).toBe(95)
  expect(await other.spend(200)).toBe(10)
  expect(await one.spend(200)).toBe(5)
  expect(await other.spend(1, 'ben')).toBe(1)
})

test('events are shared in batches, and refused ones are not', async () => {
  const site = startProcess(createMemoryCounts())
  await site.spend(9)
  expect(site.shared()).toBe(0)
  await site.spend(1)
  expect(site.shared()).toBe(1)
  await site.spend(500)
  expect(site.shared()).toBe(10)
})

test('a process counts alone while the shared counts are away', async () => {
  const site = startProcess({ add: () => Promise.reject(new Error('away')) })
  expect(await site.spend(200)).toBe(100)
  expect(await site.spend(200, 'ben')).toBe(100)
  site.pass(minute - 1)
  expect(await site.spend(1)).toBe(0)
  site.pass(1)
  expect(await site.spend(200)).toBe(100)
})
