/** Starts this many calls per second, whether or not earlier ones have ended. Returns all of their promises. */
export async function paced<T>(
  perSecond: number,
  forSeconds: number,
  begin: (at: number) => Promise<T>,
): Promise<Promise<T>[]> {
  const begun: Promise<T>[] = []
  const start = performance.now()
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = (performance.now() - start) / 1000
      // Follows the clock, so that a late timer catches up.
      while (begun.length < Math.min(elapsed, forSeconds) * perSecond) begun.push(begin(begun.length))
      if (elapsed < forSeconds) return
      clearInterval(timer)
      resolve()
    }, 2)
  })
  return begun
}
