import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutant, mutated } from './mutants.ts'
import type { Outcome, Read } from './results.ts'
import { type Run, runTests, type Surroundings } from './run-tests.ts'

/** Tests of a mutant may take this many times as long as those of the unchanged code, and this much more. */
const slowness = 3
const patienceMs = 10_000

/** Maximum time for the tests of an unchanged file. */
const baselineMs = 300_000

/** Seconds of test files that a mutant runs. Later files are left out. */
const secondsMax = 40

/** Tests that pass for the unchanged code, and the time limit for those of a mutant. */
interface Baseline {
  tests: string[]
  limitMs: number
}

/** Runs one mutant after another in a copy of the checkout. */
export class Lane {
  readonly #surroundings: Surroundings
  readonly #baselines: Map<string, Promise<Baseline>>

  readonly #read: Read

  /** @param baselines by file, shared by all lanes */
  constructor(surroundings: Surroundings, baselines: Map<string, Promise<Baseline>>, read: Read) {
    this.#surroundings = surroundings
    this.#baselines = baselines
    this.#read = read
  }

  /** Returns whether a test fails for a mutant, and which one. */
  async run(
    mutant: Mutant,
    tests: readonly string[],
  ): Promise<{ outcome: Outcome; failed?: string | undefined }> {
    const { file } = mutant
    const baseline = this.#baselines.get(file) ?? this.#measure(tests)
    this.#baselines.set(file, baseline)
    const { tests: usable, limitMs } = await baseline
    if (usable.length === 0) return { outcome: 'survived' }
    const source = this.#read(file)
    const copied = join(this.#surroundings.tree, file)
    writeFileSync(copied, mutated(source, mutant))
    try {
      const { outcome, failed } = await runTests(usable, limitMs, this.#surroundings)
      return { outcome: outcome === 'passed' ? 'survived' : 'found', failed }
    } finally {
      writeFileSync(copied, source)
    }
  }

  /** Runs the tests of unchanged code. Failing ones are left out. */
  async #measure(tests: readonly string[]): Promise<Baseline> {
    let left = [...tests]
    for (;;) {
      if (left.length === 0) return { tests: [], limitMs: 0 }
      const began = Date.now()
      const run = await runTests(left, baselineMs, this.#surroundings)
      if (run.outcome === 'passed') {
        const usable = withinSeconds(left, run)
        return { tests: usable, limitMs: (Date.now() - began) * slowness + patienceMs }
      }
      const failing = run.failed ?? left.at(-1)
      process.stdout.write(`left out, because it fails without a mutant: ${failing}\n`)
      left = left.filter((test) => test !== failing)
    }
  }
}

function withinSeconds(tests: readonly string[], { files }: Run): string[] {
  let seconds = 0
  return tests.filter((test, index) => {
    const own = files[test] ?? 0
    if (index > 0 && seconds + own > secondsMax) return false
    seconds += own
    return true
  })
}
