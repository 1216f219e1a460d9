/** Starts this many calls per second, whether or not earlier ones have ended. Returns all of their promises. */
export async function paced<T>(
  perSecond: number,
  forSeconds: number,
  call: (at: number) => Promise<T>,
): Promise<Promise<T>[]> {
  const started: Promise<T>[] = []
  const start = performance.now()
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = (performance.now() - start) / 1000
      // Follows the clock, so that a late timer catches up.
      while (started.length < Math.min(elapsed, forSeconds) * perSecond) started.push(call(started.length))
      if (elapsed < forSeconds) return
      clearInterval(timer)
      resolve()
    }, 2)
  })
  return started
}
