import { expect, test } from 'vitest'
import type { SnapshotWriter } from '../file/snapshot/stream.ts'
import { hashText } from './hash.ts'
import { Positions } from './positions.ts'

test('finds every number among many, and rarely one of another text', () => {
  const positions = new Positions()
  const count = 50_000
  for (let number = 0; number < count; number++) positions.add(hashText(`text-${number}`), number)
  let strangers = 0
  let lost = 0
  for (let number = 0; number < count; number++) {
    if (positions.find(hashText(`text-${number}`), (found) => found === number) !== number) lost++
    positions.find(hashText(`other-${number}`), () => {
      strangers++
      return false
    })
  }
  expect(lost).toBe(0)
  expect(strangers).toBeLessThan(20)
})

test('compares all numbers with the same hash', () => {
  const positions = new Positions()
  positions.add(0xffffffff, 3)
  positions.add(0xffffffff, 7)
  const asked: number[] = []
  expect(positions.find(0xffffffff, (number) => asked.push(number) === 3)).toBe(-1)
  expect(asked).toEqual([3, 7])
})

test('adds one number for each hash, which it finds first', () => {
  const positions = new Positions()
  const hashes = new Set<number>()
  for (let number = 0; number < 50_000; number++) hashes.add(hashText(`text-${number}`))
  const wrong: number[] = []
  for (const hash of hashes) {
    if (positions.first(hash) !== -1 || !positions.addFirst(hash, hash % 1_000)) wrong.push(hash)
  }
  for (const hash of hashes) {
    if (positions.first(hash) !== hash % 1_000 || positions.addFirst(hash, 7)) wrong.push(hash)
  }
  expect(wrong).toEqual([])
})

test('takes at most 15 bytes for a text', () => {
  const positions = new Positions()
  const count = 50_000
  for (let number = 0; number < count; number++) positions.add(hashText(`text-${number}`), number)
  let bytes = 0
  const counting = {
    number: () => undefined,
    bytes: (view: NodeJS.ArrayBufferView) => (bytes += view.byteLength),
  }
  positions.save(counting as unknown as SnapshotWriter)
  expect(bytes / count).toBeLessThan(15.1)
})
