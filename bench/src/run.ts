import type { Measurement } from './measurement.ts'
import { awaitQuiet } from './other-load.ts'
import { leftOut, missingOf, type Program } from './programs.ts'
import { say, timed } from './progress.ts'

export interface Scenario {
  name: string
  /** Programs that it starts. */
  needs: readonly Program[]
  measure: () => Promise<Measurement[]>
}

/**
 * Runs scenarios one after the other, each once the machine is quiet. Those whose programs are missing are left out.
 * Prints progress.
 */
export async function runAll(scenarios: readonly Scenario[]): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  const runnable = scenarios.filter(hasPrograms)
  for (const [index, scenario] of runnable.entries()) {
    const title = `${scenario.name} (${index + 1} of ${runnable.length})`
    try {
      measurements.push(...(await run(title, scenario)))
    } catch (error) {
      // The others are measured nevertheless.
      say(`${title} failed: ${(error as Error).stack}`)
      process.exitCode = 1
    }
  }
  return measurements
}

/** Says why a scenario is left out, if it is. */
export function hasPrograms({ name, needs }: Scenario): boolean {
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
