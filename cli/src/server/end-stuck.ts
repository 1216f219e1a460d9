import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** As nginx has it between two writes. */
const stuckAfterMs = 60_000

/**
 * Ends connections whose clients take nothing of what they asked for: each may hold a file open. Who waits for an answer that
 * takes its time is not meant; nothing is under way to them.
 */
export function endStuck(server: Server, afterMs = stuckAfterMs): void {
  // Node.js tells of a connection without traffic, and ends it unless somebody listens; one on which bytes are taken has some.
  server.setTimeout(afterMs)
  server.on('request', (_, response) => response.on('timeout', endIfStuck))
}

function endIfStuck(this: ServerResponse, socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy()
}
