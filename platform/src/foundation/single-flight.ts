/**
 * Lets calls for one key share the run that is under way for it.
 *
 * Unlike with `coalesce`, each key runs on its own, at once; a call after the end of a run starts another one.
 */
export function singleFlight<Key, Value>(run: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const running = new Map<Key, Promise<Value>>()
  return (key) => {
    const shared = running.get(key)
    if (shared) return shared
    const started = run(key).finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
