/** Interval between updates. */
const progressMs = 200

export interface Progress {
  show(what: string): void
  /** Clears the line before other output. */
  end(): void
}

/** Shows progress on standard error: as one line on a terminal, otherwise not at all. */
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

/** Percentage of the work that is done. */
export const percent = (done: number, all: number) =>
  `${all === 0 ? 100 : Math.floor((Math.min(done, all) / all) * 100)} %`
