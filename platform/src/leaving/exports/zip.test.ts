import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type ZipEntry, zip } from './zip.ts'

const modified = new Date('2026-11-20T12:00:00Z')

async function* entries(...some: ZipEntry[]) {
  yield* some
}

const stored = (name: string, content: Readable): ZipEntry => ({ name, open: () => content, compress: false })

test('reads a file no faster than its consumer takes the bytes', async () => {
  let read = 0
  const content = Readable.from(
    (function* () {
      for (let chunk = 0; chunk < 1_000; chunk++) {
        read += 64_000
        yield randomBytes(64_000)
      }
    })(),
    { objectMode: false },
  )
  let taken = 0
  const archive = zip(entries(stored('large', content)), modified)
  for await (const chunk of archive) {
    taken += chunk.byteLength
    expect(read - taken).toBeLessThan(2_000_000)
    if (taken > 10_000_000) break
  }
  expect(content.destroyed).toBe(true)
  expect(read).toBeLessThan(13_000_000)
})

test('ends with the error of a file', async () => {
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('some')
      throw new Error('the disk is gone')
    })(),
  )
  const whole = stored('whole', Readable.from([Buffer.from('all')]))
  await expect(Array.fromAsync(zip(entries(whole, stored('broken', broken)), modified))).rejects.toThrow(
    'gone',
  )
})

test('ends with the error of the list of files', async () => {
  async function* failing() {
    yield stored('whole', Readable.from([Buffer.from('all')]))
    throw new Error('the database is gone')
  }
  await expect(Array.fromAsync(zip(failing(), modified))).rejects.toThrow('gone')
})

test('has files without content, and names in any language', async () => {
  const chunks = await Array.fromAsync(
    zip(
      entries(stored('größe/空.txt', Readable.from([])), {
        name: 'b',
        open: () => Readable.from(['x']),
        compress: true,
      }),
      modified,
    ),
  )
  const files = unzipSync(Buffer.concat(chunks))
  expect(Object.entries(files).map(([name, { length }]) => [name, length])).toEqual([
    ['größe/空.txt', 0],
    ['b', 1],
  ])
})
