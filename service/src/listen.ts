import { once } from 'node:events'
import type { Server } from 'node:http'

/**
 * Connections that wait for the process to accept them. At a thousand connections a second, Node.js's default of 511 fills in half a
 * second, and clients retry dropped connections at the same moments (docs/measurements/missed-figures.md). Linux lowers it to
 * `net.core.somaxconn`.
 */
const backlog = 4_096

/**
 * Binds a server to a port; 0 picks a free one. Returns the port.
 *
 * @throws the error of the system
 */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen({ host, port, backlog })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/** Whether `listen` failed because another program uses the port. */
export const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
