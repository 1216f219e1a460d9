import { CannotStart } from '@baseplate/service/cannot-start'

/**
 * Runs a task that has to clean up after itself. Ctrl-C or a service manager's signal aborts the task and waits for it.
 */
export async function interruptible<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const stop = () => stopping.abort(new CannotStart('Stopped. Nothing was saved.'))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    return await run(stopping.signal)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
