/** How often progress is shown. */
const progressMs = 200

export interface Progress {
  show(what: string): void
  /** Takes the line away, before something else is printed. */
  end(): void
}

/** Progress goes to standard error, as one line on a terminal and not at all elsewhere. */
export function showProgress(): Progress {
  let shownAt = 0
  return {
    show(what) {
      if (!process.stderr.isTTY || Date.now() - shownAt < progressMs) return
      shownAt = Date.now()
      process.stderr.write(`\r${what}\u001b[K`)
    },
    end() {
      if (shownAt > 0) process.stderr.write('\r\u001b[K')
      shownAt = 0
    },
  }
}

/** How much of all there is has been done. */
export const percent = (done: number, all: number) =>
  `${all === 0 ? 100 : Math.floor((Math.min(done, all) / all) * 100)} %`
