import { CannotStart } from '@baseplate/platform/foundation/errors'

/** Runs what has to tidy up after itself, and lets it do so when it is told to stop: by Ctrl-C, or by a service manager. */
export async function interruptible<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const stop = () => stopping.abort(new CannotStart('Stopped. Nothing was kept.'))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    return await run(stopping.signal)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
