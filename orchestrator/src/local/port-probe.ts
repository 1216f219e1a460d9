import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Whether the port can be bound on every address of the machine, over UDP and TCP. Binds it for a moment. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canBindUdp('udp4', port)) && (await canBindUdp('udp6', port)) && (await canBindTcp(port))
}

async function canBindUdp(type: 'udp4' | 'udp6', port: number): Promise<boolean> {
  const socket = createSocket({ type, ipv6Only: type === 'udp6' })
  try {
    const bound = once(socket, 'listening')
    socket.bind({ port, exclusive: true })
    await bound
    return true
  } catch (error) {
    return isUnsupported(error)
  } finally {
    socket.close()
  }
}

async function canBindTcp(port: number): Promise<boolean> {
  const server = createServer()
  try {
    const bound = once(server, 'listening')
    server.listen({ port, exclusive: true })
    await bound
    return true
  } catch (error) {
    return isUnsupported(error)
  } finally {
    server.close()
  }
}

/** Whether the machine has no IPv6, so that no other program has bound the port there. */
const isUnsupported = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EAFNOSUPPORT', 'EADDRNOTAVAIL'].includes(String(error.code))
