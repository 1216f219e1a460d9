/** A server cannot start. Makers and operators read the message at the end of its log. */
export class ServeFault extends Error {
  override name = 'ServeFault'
}

/** Returns what an error says, with its cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, cause } = error
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message
}
