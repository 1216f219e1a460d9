import { expect, onTestFinished, test } from 'vitest'
import { temporaryLedger } from '../../testing/service.ts'
import { SnapshotReader, SnapshotWriter } from '../file/snapshot/stream.ts'
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
  const path = temporaryLedger()
  const writer = new SnapshotWriter(path)
  arena.save(writer)
  writer.number(7)
  writer.end()
  writer.close()

  const loaded = new Arena()
  const reader = new SnapshotReader(path)
  onTestFinished(() => reader.close())
  loaded.load(reader)
  expect(reader.number()).toBe(7)
  reader.end()
  expect(positions.map((position) => loaded.text(position))).toEqual(names)
})
