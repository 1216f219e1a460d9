/** The reader of standard output closed it, as `head` does once it has its lines. */
export class ReaderGone extends Error {}

/**
 * Writes to standard output. Resolves when the reader has taken it.
 *
 * @throws ReaderGone; the system's error, such as a full disk
 */
export async function print(text: string | Uint8Array): Promise<void> {
  // The stream also emits the error that the callback gets. Without a listener, it would end the process with a trace.
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error) resolve()
      else reject('code' in error && error.code === 'EPIPE' ? new ReaderGone() : error)
    })
  })
}
