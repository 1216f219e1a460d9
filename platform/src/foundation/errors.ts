import {
  englishByField,
  englishOf,
  type PlainCode,
  type Problem,
  type ProblemArguments,
  problem,
} from './problem.ts'
import { reasonOf } from './reasons.ts'
import type { Refusal } from './refusal-status.ts'

/** Seconds after which a client may retry when a limit does not know its end, such as one of work under way. */
const unknownWait = 10

/**
 * An expected refusal. Its message is English, public and for programs and logs. Pages make a message from the problem in the
 * language of their reader.
 */
export class Refused extends Error {
  override name = 'Refused'
  readonly problem: Problem
  #retryAfter: number | undefined

  constructor(...of: ProblemArguments) {
    const found = problem(...of)
    super(englishOf(found))
    this.problem = found
  }

  get reason(): Refusal {
    return reasonOf(this.problem.code)
  }

  /** Seconds until a retry makes sense, for `Retry-After`. */
  get retryAfter(): number | undefined {
    return this.#retryAfter ?? (this.reason === 'limited' ? unknownWait : undefined)
  }

  /** Adds the error of the machine behind the refusal, for the log. */
  because(error: unknown): this {
    this.cause = error
    return this
  }

  /** Adds the time until a retry makes sense. */
  retryIn(seconds: number): this {
    this.#retryAfter = seconds
    return this
  }
}

/** Invalid input: one problem per field, keyed by field name. */
export class InvalidFields extends Error {
  override name = 'InvalidFields'
  readonly problems: Readonly<Record<string, Problem>>

  constructor(problems: Readonly<Record<string, PlainCode | Problem>>) {
    const found = Object.entries(problems).map(([field, of]) => [field, problem(of)] as const)
    super(found.map(([field, of]) => `${field}: ${englishOf(of)}`).join('; '))
    this.problems = Object.fromEntries(found)
  }

  /** English messages by field. */
  get errors(): Record<string, string> {
    return englishByField(this.problems)
  }
}
