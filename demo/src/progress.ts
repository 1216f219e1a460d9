/** Shows the progress of a long task: one changing line on a terminal, otherwise one line per section. */
export interface Progress {
  /** Starts a section with this many steps. Returns a function to call after each. */
  startSection(name: string, steps: number): () => void
  end(): void
}

export function showProgress(out: NodeJS.WriteStream = process.stdout): Progress {
  let line = ''
  const finish = () => {
    if (line !== '') out.write(out.isTTY ? '\n' : `${line}\n`)
    line = ''
  }
  return {
    startSection(name, steps) {
      finish()
      let done = 0
      return () => {
        done++
        line = `  ${name.padEnd(32)} ${done} of ${steps}`
        if (out.isTTY) out.write(`\r${line}`)
      }
    },
    end: finish,
  }
}
