/** The program that read standard output has closed it, as `head` does once it has its lines. */
export class ReaderGone extends Error {}

/**
 * Writes to standard output and waits until it is taken, when the reader is slower than the disk.
 *
 * @throws ReaderGone; the system's error, for instance that the disk is full
 */
export async function print(text: string | Uint8Array): Promise<void> {
  // The stream also emits the error that the callback gets, which would end the process with a trace.
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error) resolve()
      else reject('code' in error && error.code === 'EPIPE' ? new ReaderGone() : error)
    })
  })
}
