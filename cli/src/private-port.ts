/** Returns the port on 127.0.0.1 that the orchestrator's private API listens on. */
export function privatePortOf(privateUrl: string): number {
  const { port, protocol } = new URL(privateUrl)
  return Number(port || (protocol === 'http:' ? 80 : 443))
}
