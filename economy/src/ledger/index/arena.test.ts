import { expect, test } from 'vitest'
import { snapshotOf } from '../../testing/snapshot-file.ts'
import { Arena } from './arena.ts'
import { bytesOf } from './bytes.ts'

/** Names of about 100 bytes, which take more than two chunks of half a MiB. */
const names = Array.from({ length: 12_000 }, (_, number) => `user:${number}`.padEnd(100, 'x'))

test('names in several chunks are the same after a snapshot, and so is a value after them', () => {
  const arena = new Arena()
  const positions = names.map((name) => {
    const bytes = bytesOf(Buffer.from(name))
    return arena.add(bytes, { start: 0, end: bytes.array.length, hash: 0 })
  })
  const reader = snapshotOf((writer) => {
    arena.save(writer)
    writer.number(7)
  })
  const loaded = new Arena()
  loaded.load(reader)
  expect(reader.number()).toBe(7)
  reader.end()
  expect(positions.map((position) => loaded.text(position))).toEqual(names)
})
