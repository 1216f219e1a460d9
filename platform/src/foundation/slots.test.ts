import { expect, test } from 'vitest'
import { createSharedSlots, createSlots } from './slots.ts'

const limits = { atOnce: 1, waiting: 1, code: 'files.busy', retryAfter: 5 } as const

/** A work that ends when the test says so. */
function work(name: string, started: string[]) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const run = () => {
    started.push(name)
    return promise
  }
  return { run, end: () => resolve(name) }
}

test('runs works in their order, and refuses those beyond the queue', async () => {
  const slots = createSlots(limits)
  const started: string[] = []
  const [first, second] = [work('first', started), work('second', started)]
  const results = [slots.run(first.run), slots.run(second.run)]
  await expect(slots.run(async () => 'third')).rejects.toMatchObject({ reason: 'busy', retryAfter: 5 })
  expect(started).toEqual(['first'])
  first.end()
  await expect.poll(() => started).toEqual(['first', 'second'])
  second.end()
  expect(await Promise.all(results)).toEqual(['first', 'second'])
  expect(slots.isIdle()).toBe(true)
})

test('frees the slot of a work that fails', async () => {
  const slots = createSlots(limits)
  await expect(slots.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await slots.run(async () => 'next')).toBe('next')
})

test('lets no client take the slots of others', async () => {
  const slots = createSharedSlots({
    each: { ...limits, code: 'limits.files_at_once' },
    all: { ...limits, atOnce: 2 },
  })
  const started: string[] = []
  const [first, second, other] = [work('1', started), work('2', started), work('other', started)]
  const results = [slots.run('anna', first.run), slots.run('anna', second.run)]
  await expect(slots.run('anna', async () => '3')).rejects.toMatchObject({ reason: 'limited' })
  results.push(slots.run('ben', other.run))
  await expect.poll(() => started).toEqual(['1', 'other'])
  for (const { end } of [first, second, other]) end()
  expect(await Promise.all(results)).toEqual(['1', '2', 'other'])
})
