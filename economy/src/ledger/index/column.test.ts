import { expect, test } from 'vitest'
import { snapshotOf } from '../../testing/snapshot-file.ts'
import { Column } from './column.ts'

/** One more than a chunk has. */
const length = (1 << 17) + 1

test('a long column is the same after a snapshot, and so is a value after it', () => {
  const column = new Column()
  for (let index = 0; index < length; index++) column.set(index, index + 1)
  const reader = snapshotOf((writer) => {
    column.save(writer)
    writer.number(7)
  })
  const loaded = new Column()
  loaded.load(reader)
  expect(reader.number()).toBe(7)
  reader.end()
  const wrong: number[] = []
  for (let index = 0; index < length; index++) if (loaded.get(index) !== index + 1) wrong.push(index)
  expect(wrong).toEqual([])
  expect(loaded.get(length)).toBe(0)
})

test('a column has what was set after it was loaded', () => {
  const column = new Column()
  column.set(0, 5)
  const loaded = new Column()
  loaded.load(snapshotOf((writer) => column.save(writer)))
  loaded.set(1, 6)
  expect([loaded.get(0), loaded.get(1)]).toEqual([5, 6])
})
