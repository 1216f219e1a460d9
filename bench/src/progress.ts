const pulseMs = 10_000

export const say = (text: string): void => void process.stderr.write(`${text}\n`)

/** Does work and says every ten seconds how long it has taken. */
export async function timed<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const elapsed = () => `${Math.round((performance.now() - started) / 1_000)} s`
  say(`${title} …`)
  const pulse = setInterval(() => say(`${title} … ${elapsed()}`), pulseMs)
  try {
    const result = await work()
    say(`${title}: done in ${elapsed()}`)
    return result
  } finally {
    clearInterval(pulse)
  }
}
