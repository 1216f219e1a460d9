import { expect, onTestFinished, test } from 'vitest'
import { temporaryLedger } from '../../testing/service.ts'
import { SnapshotReader, SnapshotWriter } from '../file/snapshot/stream.ts'
import { Column } from './column.ts'

/** One more than a chunk has. */
const length = (1 << 17) + 1

test('a long column is the same after a snapshot, and so is a value after it', () => {
  const column = new Column()
  for (let index = 0; index < length; index++) column.set(index, index + 1)
  const path = temporaryLedger()
  const writer = new SnapshotWriter(path)
  column.save(writer)
  writer.number(7)
  writer.end()
  writer.close()

  const loaded = new Column()
  const reader = new SnapshotReader(path)
  onTestFinished(() => reader.close())
  loaded.load(reader)
  expect(reader.number()).toBe(7)
  reader.end()
  const wrong: number[] = []
  for (let index = 0; index < length; index++) if (loaded.get(index) !== index + 1) wrong.push(index)
  expect(wrong).toEqual([])
  expect(loaded.get(length)).toBe(0)
})

test('a column has what was set after it was loaded', () => {
  const path = temporaryLedger()
  const writer = new SnapshotWriter(path)
  const column = new Column()
  column.set(0, 5)
  column.save(writer)
  writer.end()
  writer.close()
  const reader = new SnapshotReader(path)
  onTestFinished(() => reader.close())
  const loaded = new Column()
  loaded.load(reader)
  loaded.set(1, 6)
  expect([loaded.get(0), loaded.get(1)]).toEqual([5, 6])
})
