/** A server cannot start. Makers and operators read the message at the end of its log. */
export class ServeFault extends Error {
  override name = 'ServeFault'
}

/** Returns the message of an error, with its cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, cause } = error
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message
}

/** Whether the system has refused to read or write a file, as on a full disk. */
export const isOfDisk = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error
