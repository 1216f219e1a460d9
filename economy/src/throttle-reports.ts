/** Interval after a report in which errors are only counted. */
const quietMs = 10_000

/**
 * Throttles reports: the first error is reported at once, and those of the next ten seconds together at the end. A full disk
 * fails thousands of times per second, and the log is often on the same disk.
 */
export function throttleReports(report: (error: unknown) => void): (error: unknown) => void {
  let quiet = false
  let heldBack = 0
  let last: unknown
  const end = () => {
    quiet = false
    if (heldBack === 0) return
    const count = heldBack
    heldBack = 0
    reportNow(count === 1 ? last : `${last} (${count} times in ${quietMs / 1000} seconds)`)
  }
  const reportNow = (error: unknown) => {
    quiet = true
    // Unreferenced, so that a delayed report does not keep the process alive.
    setTimeout(end, quietMs).unref()
    report(error)
  }
  return (error) => {
    if (!quiet) return reportNow(error)
    heldBack++
    last = error
  }
}
