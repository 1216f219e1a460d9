import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { ReceiverGone, sendFile } from './send-file.ts'

const content = randomBytes(1_700_000)

async function openFile() {
  const folder = await mkdtemp(join(tmpdir(), 'baseplate-send-'))
  await writeFile(join(folder, 'file'), content)
  const file = await open(join(folder, 'file'))
  onTestFinished(async () => {
    await file.close()
    await rm(folder, { recursive: true })
  })
  return file
}

/** Behaves like a socket: it is slow, and reads a buffer until it reports it as written. */
function slowReceiver() {
  const parts: Buffer[] = []
  const to = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _, done) {
      setImmediate(() =>
        setImmediate(() => {
          parts.push(Buffer.from(chunk))
          done()
        }),
      )
    },
  })
  return { to, received: () => Buffer.concat(parts) }
}

test.each([
  [0, 1_699_999],
  [0, 0],
  [5, 524_292],
  [1_000_000, 1_699_999],
])('bytes %i to %i arrive as they are, and the stream stays open', async (start, end) => {
  const { to, received } = slowReceiver()
  await sendFile(await openFile(), to, { start, end })
  expect(received().equals(content.subarray(start, end + 1))).toBe(true)
  expect(to.writableEnded).toBe(false)
  expect(to.listenerCount('close')).toBe(0)
})

test.each([
  ['during a write', () => {}],
  ['after a write', (done: () => void) => done()],
])('ends when the receiver disconnects %s', async (_, answer) => {
  const leaving = new Writable({
    highWaterMark: 1,
    write(_chunk, _encoding, done) {
      answer(done)
      leaving.destroy()
    },
  })
  const sent = sendFile(await openFile(), leaving, { start: 0, end: 1_699_999 })
  await expect(sent).rejects.toThrow(ReceiverGone)
})

test('reports a file that is shorter than the range', async () => {
  const { to } = slowReceiver()
  const failure = await sendFile(await openFile(), to, { start: 0, end: 1_700_000 }).catch(
    (error: Error) => error,
  )
  expect(failure).not.toBeInstanceOf(ReceiverGone)
  expect(failure).toMatchObject({ message: 'the file has 1700000 bytes instead of at least 1700001' })
})
