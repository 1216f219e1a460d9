import { flushCompileCache } from 'node:module'
import type { Running } from './running.ts'

/**
 * Runs a service until it is told to stop: by Ctrl-C, by a service manager, or because the `baseplate start` that
 * started it is gone. A second signal does not wait.
 */
export async function serve(start: () => Promise<Running>): Promise<void> {
  let stop: () => void = () => {}
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    let signals = 0
    process.on(signal, () => {
      // A terminal sends Ctrl-C to children, too. The parent still needs them for its last requests, and ends them then.
      if (signal === 'SIGINT' && process.connected) return
      signals += 1
      if (signals > 1) process.exit(130)
      stop()
    })
  }
  process.once('disconnect', stop)

  const running = await start()
  // Written now: a service that is killed one day writes nothing then.
  flushCompileCache()
  if (process.send) process.send({ ready: true })
  await stopped
  await running.close()
}
