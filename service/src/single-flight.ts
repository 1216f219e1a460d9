/**
 * Lets concurrent calls for one key share one run. A call after the end of a run starts another one. A call that joins a run
 * ignores its own further arguments.
 */
export function singleFlight<Key, Value, Rest extends readonly unknown[] = []>(
  run: (key: Key, ...rest: Rest) => Promise<Value>,
): (key: Key, ...rest: Rest) => Promise<Value> {
  const running = new Map<Key, Promise<Value>>()
  return (key, ...rest) => {
    const shared = running.get(key)
    if (shared) return shared
    const started = run(key, ...rest).finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
