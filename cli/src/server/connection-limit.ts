import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup } from '@baseplate/service/network/address-group'
import { OpenByClient } from '@baseplate/service/open-by-client'
import type { IsTrustedProxy } from './client-address.ts'

const message = 'Too many connections from your address'

const answer = [
  'HTTP/1.1 429 Too Many Requests',
  'Content-Type: text/plain; charset=utf-8',
  `Content-Length: ${message.length}`,
  'Retry-After: 10',
  'Connection: close',
  '',
  message,
].join('\r\n')

/** Time for a refused client to read the response. */
const lingerMs = 1_000

interface ConnectionLimit {
  /** Maximum number of connections of one address group (see `addressGroup`); 0: unlimited. */
  max: number
  /** Trusted proxies are exempt: each stands for many clients. */
  isTrustedProxy: IsTrustedProxy
  onRefused: (address: string) => void
}

/** Refuses connections of a client that already has too many, before any of their requests is read. */
export function limitConnections(server: Server, { max, isTrustedProxy, onRefused }: ConnectionLimit): void {
  if (max === 0) return
  const open = new OpenByClient<Socket>({ each: max })
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isTrustedProxy(remoteAddress)) return
    const group = addressGroup(remoteAddress)
    if (open.admit(group, socket)) {
      onRefused(remoteAddress)
      refuse(socket)
      return
    }
    socket.once('close', () => open.remove(group, socket))
  })
}

/** Whether a connection was refused. Requests that still arrive over it get no response. */
export const isRefused = (socket: Socket): boolean => socket.writableEnded

/** Sends the refusal. Node.js goes on reading, so that the connection is not reset before the client has read it. */
function refuse(socket: Socket): void {
  socket.end(answer)
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
