/**
 * Reason of a refusal. Pages, client endpoints and the command line translate it into their own terms. `oversize`: the body exceeds
 * a limit. `conflict`: the subject's current state does not allow the request. `upstream`: another service failed. `late`: another
 * service did not answer in time. `busy`: too much work is in progress.
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

/** HTTP status of each reason. */
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

/** An expected refusal. Its message is public: pages show it and endpoints send it unchanged. */
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

/** Invalid input: one public message per field, keyed by field name. */
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

/** The configuration or the machine prevents the product from starting. The message is one sentence for the operator. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
