import type { FileHandle } from 'node:fs/promises'
import type { Writable } from 'node:stream'

/** Bytes per read. With 64 KiB, switching threads costs a third of the throughput. */
const bufferBytes = 512 * 1024

/** The client disconnected while it was sent a file. */
export class ReceiverGone extends Error {
  override name = 'ReceiverGone'
}

/**
 * Writes a range of a file into a stream that releases a buffer once it reports it as written, as sockets do.
 *
 * Two buffers alternate: one is read while the other is written. A read stream allocates a new buffer each time, and clearing
 * that memory costs 30 % of the throughput.
 *
 * @param to stays open.
 * @throws ReceiverGone when the stream breaks; another error when the file cannot be read or is shorter than the range.
 */
export async function sendFile(
  file: FileHandle,
  to: Writable,
  { start, end }: { start: number; end: number },
): Promise<void> {
  const bytes = Math.min(bufferBytes, end + 1 - start)
  const buffers = [Buffer.allocUnsafeSlow(bytes), Buffer.allocUnsafeSlow(bytes)] as const
  const { promise: gone, reject } = Promise.withResolvers<never>()
  const leave = () => reject(new ReceiverGone('the stream was closed'))
  to.once('close', leave)
  // Errors are reported to the waits below; between two waits nothing listens.
  gone.catch(() => {})
  try {
    let written = Promise.resolve()
    let buffer: Buffer = buffers[0]
    for (let position = start; position <= end; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(bytes, end + 1 - position), position)
      if (bytesRead === 0) throw new Error(`the file has ${position} bytes instead of at least ${end + 1}`)
      await Promise.race([written, gone])
      written = write(to, buffer.subarray(0, bytesRead))
      written.catch(() => {})
      position += bytesRead
      buffer = buffer === buffers[0] ? buffers[1] : buffers[0]
    }
    await Promise.race([written, gone])
  } finally {
    to.off('close', leave)
  }
}

const write = (to: Writable, bytes: Buffer) =>
  new Promise<void>((resolve, reject) => {
    to.write(bytes, (error) => (error ? reject(new ReceiverGone(error.message)) : resolve()))
  })
