import type { Measurement } from './measurement.ts'
import { awaitQuiet } from './other-load.ts'
import { leftOut, missingOf } from './programs.ts'
import type { Scenario } from './scenarios.ts'

const pulseMs = 10_000

export const say = (text: string): void => void process.stderr.write(`${text}\n`)

/**
 * Runs scenarios one after the other, each once the machine is quiet. Those whose programs are missing are left out.
 * Prints progress.
 */
export async function runAll(scenarios: readonly Scenario[]): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  const runnable = scenarios.filter(hasPrograms)
  for (const [index, scenario] of runnable.entries()) {
    const title = `${scenario.name} (${index + 1} of ${runnable.length})`
    measurements.push(...(await run(title, scenario)))
  }
  return measurements
}

function hasPrograms({ name, needs }: Scenario): boolean {
  const missing = missingOf(needs)
  if (missing.length > 0) say(leftOut(name, missing))
  return missing.length === 0
}

async function run(title: string, { measure }: Scenario): Promise<Measurement[]> {
  const besideCores = await awaitQuiet((text) => say(`${title}: ${text}`))
  if (besideCores !== undefined)
    say(`${title}: measured beside ${besideCores.toFixed(1)} cores of other programs`)
  return timed(title, async () => {
    const measurements = await measure()
    return measurements.map((measurement) => ({
      ...measurement,
      ...(besideCores !== undefined && { besideCores }),
    }))
  })
}

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
