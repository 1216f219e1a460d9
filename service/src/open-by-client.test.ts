import { expect, test } from 'vitest'
import { OpenByClient } from './open-by-client.ts'

test('admits as many as the cap of a client and the cap of all allow, and names the cap that is reached', () => {
  const open = new OpenByClient<number>({ each: 2, all: 3 })
  expect([open.admit('anna', 1), open.admit('anna', 2), open.admit('anna', 3)]).toEqual([
    undefined,
    undefined,
    'each',
  ])
  expect([open.admit('ben', 4), open.admit('ben', 5)]).toEqual([undefined, 'all'])
  expect([[...open.all()], open.of('anna'), open.size]).toEqual([[1, 2, 4], [1, 2], 3])
})

test('has room again for one that was removed, however often it is removed', () => {
  const open = new OpenByClient<number>({ each: 2 })
  for (const one of [1, 2]) open.admit('anna', one)
  for (let time = 0; time < 2; time++) open.remove('anna', 1)
  expect([open.admit('anna', 3), open.admit('anna', 4), open.size]).toEqual([undefined, 'each', 2])
  open.remove('nobody', 1)
  expect(open.size).toBe(2)
})

test('removes the oldest of a client that has too many, and none of another', () => {
  const open = new OpenByClient<number>({ each: 2 })
  open.admitForOldest('ben', 0)
  expect([1, 2, 3].map((one) => open.admitForOldest('anna', one))).toEqual([undefined, undefined, 1])
  expect([open.of('anna'), open.of('ben'), open.size]).toEqual([[2, 3], [0], 3])
})
