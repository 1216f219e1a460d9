/** Returns a function that waits for a turn of a key, and resolves to a function that ends the turn. At most `max` turns run at once. */
export function createTurns(max: number): (key: string) => Promise<() => void> {
  const keys = new Map<string, { count: number; waiting: (() => void)[] }>()
  return async (key) => {
    const turns = keys.get(key) ?? { count: 0, waiting: [] }
    keys.set(key, turns)
    if (turns.count >= max) await new Promise<void>((resolve) => turns.waiting.push(resolve))
    else turns.count++
    return () => {
      const next = turns.waiting.shift()
      if (next) return next()
      turns.count--
      if (turns.count === 0) keys.delete(key)
    }
  }
}
