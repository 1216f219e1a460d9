import { expect, onTestFinished, test } from 'vitest'
import { temporaryLedger } from '../../../testing/service.ts'
import { BadSnapshot, SnapshotReader, SnapshotWriter } from './stream.ts'

test.each([-1, 0.5, 9, 1e12, Number.NaN])('refuses %d as the length of what follows', (length) => {
  const path = temporaryLedger()
  const writer = new SnapshotWriter(path)
  writer.number(length)
  writer.bytes(Buffer.alloc(8))
  writer.end()
  writer.close()
  const reader = new SnapshotReader(path)
  onTestFinished(() => reader.close())
  expect(() => reader.length(1)).toThrow(BadSnapshot)
})
