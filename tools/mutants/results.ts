import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { hash, keyOf, type Mutant } from './mutants.ts'

export type Outcome = 'found' | 'survived'

export interface Result {
  key: string
  /** Hash of everything that led to the outcome. */
  basis: string
  outcome: Outcome
  /** The test file that failed, if it was one. */
  test?: string
}

/** Reads a file of the checkout. */
export type Read = (file: string) => string

/**
 * Results of this and earlier runs, one per line of a file. Lines are only appended, so that several runs can share the file, and an
 * interrupted one continues.
 */
export class Results {
  readonly #path: string
  readonly #read: Read
  readonly #known = new Map<string, Result>()

  constructor(path: string, read: Read) {
    this.#path = path
    this.#read = read
    for (const result of linesOf(path)) this.#known.set(result.key, result)
  }

  /**
   * Returns the result of a mutant, or undefined if it must run again: its file has changed, or the test that found it, or for a
   * survivor any of its tests.
   */
  of(mutant: Mutant, tests: readonly string[]): Result | undefined {
    const result = this.#known.get(keyOf(mutant))
    if (result === undefined) return undefined
    return result.basis === this.#basis(mutant, result.test ? [result.test] : tests) ? result : undefined
  }

  add(
    mutant: Mutant,
    outcome: Outcome,
    { tests, failed }: { tests: readonly string[]; failed?: string | undefined },
  ): void {
    const basis = this.#basis(mutant, failed ? [failed] : tests)
    const result = { key: keyOf(mutant), basis, outcome, ...(failed && { test: failed }) }
    this.#known.set(result.key, result)
    mkdirSync(dirname(this.#path), { recursive: true })
    appendFileSync(this.#path, `${JSON.stringify(result)}\n`)
  }

  #basis({ file }: Mutant, tests: readonly string[]): string {
    return hash([file, ...tests].map((name) => hash(this.#read(name))).join(' '))
  }
}

/** A run that was killed may have left half a line. */
function linesOf(path: string): Result[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => {
        try {
          return [JSON.parse(line) as Result]
        } catch {
          return []
        }
      })
  } catch {
    return []
  }
}
