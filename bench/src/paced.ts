/** Begins so many a second, whether or not those before have ended; answers all of them, begun. */
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
      // By the clock: a timer that is late makes up for it.
      while (begun.length < Math.min(elapsed, forSeconds) * perSecond) begun.push(begin(begun.length))
      if (elapsed < forSeconds) return
      clearInterval(timer)
      resolve()
    }, 2)
  })
  return begun
}
