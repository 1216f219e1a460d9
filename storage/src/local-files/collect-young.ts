import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: NodeJS.GCFunction | undefined

/**
 * Frees the buffers that a stream no longer uses, in a millisecond or two. V8 ignores their size when it decides to collect, so
 * without this a large upload stays in memory as a whole (docs/decisions/0009).
 */
export function collectYoung(): void {
  collect ??= findCollector()
  collect({ type: 'minor' })
}

/** Returns V8's collector, which only contexts created after the flag was set contain. */
function findCollector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}
