/** Reason of a refusal. Pages, client endpoints and the command line translate it into their own terms. */
export type Refusal =
  | 'invalid'
  /** The body arrives too slowly. */
  | 'slow'
  /** The body exceeds a limit. */
  | 'oversize'
  /** The body has a type that the endpoint does not read. */
  | 'unsupported'
  /** The request names a host that is not the site's. */
  | 'misdirected'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  /** The subject's current state does not allow the request. */
  | 'conflict'
  /** The subject no longer exists. */
  | 'gone'
  /** The body does not match its checksum. */
  | 'corrupt'
  /** The subject has changed since the caller read it. */
  | 'outdated'
  | 'limited'
  | 'failed'
  /** The response cannot have the requested format. */
  | 'unimplemented'
  /** Another service failed. */
  | 'upstream'
  /** Another service did not answer in time. */
  | 'late'
  /** Too much work is in progress. */
  | 'busy'
  /** The disk is full. */
  | 'full'

/** HTTP status of each reason. */
export const refusalStatus: Readonly<Record<Refusal, number>> = {
  invalid: 400,
  slow: 408,
  oversize: 413,
  unsupported: 415,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  gone: 410,
  outdated: 412,
  misdirected: 421,
  limited: 429,
  /** Defined by the tus protocol. */
  corrupt: 460,
  failed: 500,
  unimplemented: 501,
  upstream: 502,
  busy: 503,
  late: 504,
  full: 507,
}
