/**
 * The service cannot start: the port is in use, or the ledger is invalid, not writable or locked by another process. The message
 * is one sentence for the operator; print it on stderr and exit with 1.
 */
export class EconomyFault extends Error {}

/** PostgreSQL refused a statement of the ledger, or gave no answer. */
export class LedgerUnavailable extends Error {}

/** Returns the fault for a failed system call, with the system's own reason. */
export function systemFault(what: string, cause: unknown): EconomyFault {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new EconomyFault(`${what}: ${reason}`, { cause })
}
