import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

/** A part of the product that has started. */
export interface Running {
  /** Finishes the work in progress and releases all resources. */
  close(): Promise<void>
  /** Lets the work in progress end in its own time, because another process takes new work. `close` follows. */
  retire?(): Promise<void>
}

/**
 * Runs a service until it is told to stop: by Ctrl-C, by a service manager, or because its parent process has ended. The
 * same signal a second time exits at once, except in a process that has a parent.
 *
 * @param start may reject with any error once the signal is aborted
 */
export async function serve(start: (stopping: AbortSignal) => Promise<Running>): Promise<void> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    let signals = 0
    process.on(signal, () => {
      // A terminal sends Ctrl-C to children as well. The parent still needs them for its last requests, and ends them after.
      if (signal === 'SIGINT' && process.connected) return
      signals += 1
      // A service manager signals children as well as their parent, which then signals them once more.
      if (signals > 1 && !process.connected) process.exit(130)
      stop()
    })
  }
  process.once('disconnect', stop)

  const stopped = once(stopping.signal, 'abort')
  const running = await start(stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  if (!running) return
  // A service that is killed later could not write the cache.
  flushCompileCache()
  // V8's default, which `small-start.mjs` of `cli` has changed: the space for new objects grows under load.
  setFlagsFromString('--semi-space-growth-factor=2')
  if (process.send) process.send({ ready: true })
  await Promise.race([stopped, retirement(running)])
  await running.close()
}

/** Resolves when the parent has asked this process to retire and its work in progress has ended. */
async function retirement(running: Running): Promise<void> {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  if (running.retire) {
    process.on('message', (message: { retire?: true }) => {
      if (message.retire) resolve()
    })
  }
  await asked
  await running.retire?.()
}
