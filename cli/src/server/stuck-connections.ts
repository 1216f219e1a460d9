import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Time without progress, as nginx has it between two writes. */
const stuckAfterMs = 60_000

/**
 * Closes connections that make no progress reading their response, because each may hold a file open. A client that waits for a
 * slow response is not affected: no data waits for it.
 */
export function closeStuckConnections(server: Server, afterMs = stuckAfterMs): void {
  // Node.js emits `timeout` for a connection without traffic, and closes it itself unless there is a listener.
  server.setTimeout(afterMs)
  server.on('request', (_, response) => response.on('timeout', closeIfStuck))
}

function closeIfStuck(this: ServerResponse, socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy()
}
