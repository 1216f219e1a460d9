/**
 * Lets calls that come at the same moment be answered by one run.
 *
 * A statement costs its way through the query builder, and a write a synced commit; when hundreds ask within a second,
 * as when a popular place opens, they share both.
 *
 * @param waitMs how long the first call waits for others; none: for those of the same turn of the event loop.
 * @param run answers the keys' values in the keys' order; a key may be there several times.
 */
export function coalesce<Key, Value>(
  waitMs: number,
  run: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let waiting: { key: Key; resolve: (value: Value) => void; reject: (error: unknown) => void }[] = []

  const runWaiting = async () => {
    const calls = waiting
    waiting = []
    try {
      const values = await run(calls.map(({ key }) => key))
      for (const [index, { resolve }] of calls.entries()) resolve(values[index] as Value)
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) {
        if (waitMs > 0) setTimeout(runWaiting, waitMs)
        else setImmediate(runWaiting)
      }
      waiting.push({ key, resolve, reject })
    })
}
