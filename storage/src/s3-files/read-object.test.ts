import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { FilesUnavailable } from '../files-unavailable.ts'
import { readObject } from './read-object.ts'

const content = Buffer.from('0123456789')

/**
 * Returns storage whose connections break after some bytes each.
 *
 * @param breaks bytes of each connection. Further ones are complete.
 */
function breaking(...breaks: number[]) {
  const asked: number[] = []
  const signals: AbortSignal[] = []
  const request = async (from: number, signal: AbortSignal) => {
    const bytes = breaks[asked.length] ?? content.length
    asked.push(from)
    signals.push(signal)
    return Readable.from(
      (async function* () {
        if (bytes > 0) yield content.subarray(from, from + bytes)
        if (bytes < content.length) throw new Error('the connection was cut')
      })(),
    )
  }
  return { asked, signals, request }
}

const read = (request: Parameters<typeof readObject>[1], start = 0, end = content.length - 1) =>
  buffer(readObject({ start, end }, request))

test('reads the rest of an object again after a connection has broken', async () => {
  const { asked, signals, request } = breaking(4, 3)
  expect(await read(request)).toEqual(content)
  expect(asked).toEqual([0, 4, 7])
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true])
})

test('reads a range from its first byte on', async () => {
  const { asked, request } = breaking(2)
  expect(String(await read(request, 6))).toBe('6789')
  expect(asked).toEqual([6, 8])
})

test('fails after three broken connections without a byte, and starts counting again after a byte', async () => {
  await expect(read(breaking(0, 0, 0).request)).rejects.toThrow(FilesUnavailable)
  expect(await read(breaking(0, 0, 1, 0, 1, 0).request)).toEqual(content)
})

test('requests nothing more after its reader throws', async () => {
  const { asked, signals, request } = breaking(4)
  const reading = readObject({ start: 0, end: content.length - 1 }, request)
  await reading.next()
  await expect(reading.throw(new Error('the reader left'))).rejects.toThrow('the reader left')
  expect(asked).toEqual([0])
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test.each([4, 9])('fails when an object has %d of the 10 bytes of the range', async (bytes) => {
  let requests = 0
  const short = async (from: number) => {
    if (++requests > 9) throw new Error('the reading does not end')
    return Readable.from([content.subarray(from, bytes)].filter(({ length }) => length))
  }
  await expect(read(short)).rejects.toThrow('the object ended')
})

test('says why storage is unavailable, even if what was thrown is no error', () => {
  expect(new FilesUnavailable('no answer').message).toBe('no answer')
  expect(new FilesUnavailable(new TypeError('no answer')).message).toBe('TypeError: no answer')
})

test('fails at once when the storage refuses the request', async () => {
  let requests = 0
  const refusing = async () => {
    requests++
    throw new Error('access denied')
  }
  await expect(read(refusing)).rejects.toThrow(FilesUnavailable)
  expect(requests).toBe(1)
})
