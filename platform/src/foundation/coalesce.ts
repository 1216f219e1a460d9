/**
 * Lets calls that come in the same turn of the event loop be answered by one run.
 *
 * A statement costs its way through the query builder, and a write a synced commit; when hundreds ask within a second,
 * as when a popular place opens, they share both.
 *
 * @param run answers the keys' values in the keys' order; a key may be there several times.
 */
export function coalesce<Key, Value>(
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
      if (waiting.length === 0) setImmediate(runWaiting)
      waiting.push({ key, resolve, reject })
    })
}
