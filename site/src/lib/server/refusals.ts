import type { Refusal, Refused } from '@baseplate/platform/foundation/errors'

const statuses: Record<Refusal, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  limited: 429,
  failed: 500,
  upstream: 502,
  late: 504,
  busy: 503,
}

/** The contract's HTTP status of a refusal. */
export const statusOf = (refused: Refused): number => statuses[refused.reason]
