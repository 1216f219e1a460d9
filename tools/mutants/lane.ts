import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutant, mutated } from './mutants.ts'
import type { Outcome, Read } from './results.ts'
import { type Surroundings, TestHost } from './run-tests.ts'

/** A test file of a mutant may take this many times as long as that of the unchanged code, and this much more. */
const slowness = 3
const patienceMs = 10_000

/** Maximum time for a test file of unchanged code. */
const baselineMs = 300_000

/** Seconds of test files that a mutant runs. Later files are left out. */
const secondsMax = 40

/** Seconds that each test file takes for unchanged code; null: it fails there. */
export type Durations = Map<string, number | null>

/** Runs one mutant after another in a copy of the checkout. */
export class Lane {
  readonly #tree: string
  readonly #host: TestHost
  readonly #durations: Durations
  readonly #read: Read

  /** @param durations shared by all lanes */
  constructor(surroundings: Surroundings, durations: Durations, read: Read) {
    this.#tree = surroundings.tree
    this.#host = new TestHost(surroundings)
    this.#durations = durations
    this.#read = read
  }

  /** Returns whether a test fails for a mutant, and which one. */
  async run(
    mutant: Mutant,
    tests: readonly string[],
  ): Promise<{ outcome: Outcome; failed?: string | undefined }> {
    const { file } = mutant
    await this.#measure(tests)
    const usable = this.#withinSeconds(tests)
    if (usable.length === 0) return { outcome: 'survived' }
    const source = this.#read(file)
    const copied = join(this.#tree, file)
    writeFileSync(copied, mutated(source, mutant))
    try {
      const limitOf = (test: string) => (this.#durations.get(test) ?? 0) * 1_000 * slowness + patienceMs
      const { outcome, failed } = await this.#host.run(usable, limitOf)
      return { outcome: outcome === 'passed' ? 'survived' : 'found', failed }
    } finally {
      writeFileSync(copied, source)
    }
  }

  /** Ends the processes of the lane. */
  end(): void {
    this.#host.end()
  }

  /** Runs tests of unchanged code that have not been measured. */
  async #measure(tests: readonly string[]): Promise<void> {
    for (;;) {
      const left = tests.filter((test) => !this.#durations.has(test))
      if (left.length === 0) return
      const { outcome, failed = left.at(-1) ?? '', files } = await this.#host.run(left, () => baselineMs)
      for (const test of outcome === 'passed' ? left : Object.keys(files))
        this.#durations.set(test, files[test] ?? 0)
      if (outcome === 'passed') return
      process.stdout.write(`left out, because it fails without a mutant: ${failed}\n`)
      this.#durations.set(failed, null)
    }
  }

  /** Returns the tests that pass for unchanged code and fit into the time: the nearest one, then the others by their duration. */
  #withinSeconds([nearest, ...others]: readonly string[]): string[] {
    const secondsOf = (test: string) => this.#durations.get(test) ?? null
    const quickFirst = others.toSorted((a, b) => (secondsOf(a) ?? 0) - (secondsOf(b) ?? 0))
    let seconds = 0
    return [...(nearest === undefined ? [] : [nearest]), ...quickFirst].filter((test, index) => {
      const own = secondsOf(test)
      if (own === null || (index > 0 && seconds + own > secondsMax)) return false
      seconds += own
      return true
    })
  }
}
