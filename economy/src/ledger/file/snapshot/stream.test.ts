import { expect, test } from 'vitest'
import { snapshotOf } from '../../../testing/snapshot-file.ts'
import { BadSnapshot } from './stream.ts'

test.each([-1, 0.5, 9, 1e12, Number.NaN])('refuses %d as the length of what follows', (length) => {
  const reader = snapshotOf((writer) => {
    writer.number(length)
    writer.bytes(Buffer.alloc(8))
  })
  expect(() => reader.length(1)).toThrow(BadSnapshot)
})
