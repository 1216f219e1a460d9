import { expect, test } from 'vitest'
import { readWholeLines } from './whole-lines.ts'

test('rejects with the first error when the next read fails too', async () => {
  const faults: unknown[] = []
  const note = (fault: unknown) => faults.push(fault)
  process.on('unhandledRejection', note)
  const file = {
    read: async (buffer: Buffer, offset: number, _length: number, position: number) => {
      if (position > 0) throw new Error('the disk fails')
      return { bytesRead: buffer.write('a line\n', offset) }
    },
  }
  const take = async () => {
    await new Promise((done) => setImmediate(done))
    throw new Error('the line is invalid')
  }
  await expect(readWholeLines(file, take)).rejects.toThrow('the line is invalid')
  await new Promise((done) => setImmediate(done))
  process.off('unhandledRejection', note)
  expect(faults).toEqual([])
})
