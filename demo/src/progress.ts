/** Shows how far something is that takes long: one line that changes, or on anything but a terminal a line for each part. */
export interface Progress {
  /** A part begins that has so many steps; answers what is called after each. */
  begin(name: string, steps: number): () => void
  end(): void
}

export function showProgress(out: NodeJS.WriteStream = process.stdout): Progress {
  let line = ''
  const finish = () => {
    if (line !== '') out.write(out.isTTY ? '\n' : `${line}\n`)
    line = ''
  }
  return {
    begin(name, steps) {
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
