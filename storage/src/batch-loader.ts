import DataLoader from 'dataloader'

/**
 * Collects the keys of concurrent calls and loads them together, without a cache. When a popular place opens, hundreds of calls
 * share one statement, and writes share one synced commit.
 *
 * @param waitMs how long the first call waits for others; 0: until the end of the turn of the event loop.
 * @param load returns the values in the order of the keys. A key may occur several times.
 */
export function createBatchLoader<Key, Value>(
  waitMs: number,
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  const loader = new DataLoader(load, {
    cache: false,
    batchScheduleFn: waitMs > 0 ? (run) => setTimeout(run, waitMs) : (run) => setImmediate(run),
  })
  return (key) => loader.load(key)
}
