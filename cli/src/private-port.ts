/** Returns the port of the orchestrator's private API on 127.0.0.1. */
export function privatePortOf(privateUrl: string): number {
  const { port, protocol } = new URL(privateUrl)
  return Number(port || (protocol === 'http:' ? 80 : 443))
}
