/**
 * Why the service cannot start: the port is in use, the ledger is held by another process, invalid or not writable.
 * The message is one sentence for the operator; print it on stderr and exit with 1.
 */
export class EconomyFault extends Error {}

/** The fault that a failed system call amounts to: what could not be done, and the system's own reason. */
export function systemFault(what: string, cause: unknown): EconomyFault {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new EconomyFault(`${what}: ${reason}`, { cause })
}
