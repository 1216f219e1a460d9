/** How long after a report the next one is held back. */
const quietMs = 10_000

/**
 * Reports the first error at once, and those of the next ten seconds by one line at their end: a disk that is full
 * fails thousands of times a second, and the log is often on the same disk.
 */
export function rarely(report: (error: unknown) => void): (error: unknown) => void {
  let quiet = false
  let heldBack = 0
  let last: unknown
  const end = () => {
    quiet = false
    if (heldBack === 0) return
    const count = heldBack
    heldBack = 0
    tell(count === 1 ? last : `${last} (${count} times in ${quietMs / 1000} seconds)`)
  }
  const tell = (error: unknown) => {
    quiet = true
    // Unreferenced: a report that is held back keeps no process alive.
    setTimeout(end, quietMs).unref()
    report(error)
  }
  return (error) => {
    if (!quiet) return tell(error)
    heldBack++
    last = error
  }
}
