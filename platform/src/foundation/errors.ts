/**
 * Why a verb said no. Each edge (pages, client endpoints, command line) translates it into its own terms.
 * `oversize`: more was sent than is read; `conflict`: the request is fine, but not in the current state of what it is about;
 * `upstream`: somebody else's service failed us; `late`: it did not answer in time; `busy`: too much is under way here.
 */
export type Refusal =
  | 'invalid'
  | 'oversize'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'limited'
  | 'failed'
  | 'upstream'
  | 'late'
  | 'busy'

/** The contract's HTTP status of each, for the edges that speak HTTP. */
export const refusalStatus: Readonly<Record<Refusal, number>> = {
  invalid: 400,
  oversize: 413,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  limited: 429,
  failed: 500,
  upstream: 502,
  busy: 503,
  late: 504,
}

/** An expected refusal. The message is public: it is shown to the person, or sent to the program, as it is. */
export class Refused extends Error {
  readonly reason: Refusal
  /** Seconds until a retry makes sense, for `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(reason: Refusal, message: string, retryAfter?: number) {
    super(message)
    this.name = 'Refused'
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

/** What was typed does not do: one public message for each field, keyed by the contract's field name. */
export class InvalidFields extends Error {
  readonly errors: Readonly<Record<string, string>>

  constructor(errors: Record<string, string>) {
    super(
      Object.entries(errors)
        .map(([field, message]) => `${field}: ${message}`)
        .join('; '),
    )
    this.name = 'InvalidFields'
    this.errors = errors
  }
}

/** The operator's mistake or the machine's state keeps the product from starting; the message is one clear sentence. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
