import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { OrchestratorFault, Refused } from '../fault.ts'
import { answerText } from './answer.ts'

/** How long a client may take to send a request. */
const REQUEST_MS_MAX = 30_000

/** How long its headers may take. */
const HEADERS_MS_MAX = 10_000

/** Longer than proxies keep idle connections (Caddy: two minutes), which would else reuse one that is being closed. */
const KEEP_ALIVE_MS = 130_000

/** How long answers that are under way get when the orchestrator stops. */
const FAREWELL_MS = 1_000

export interface Listening {
  port: number
  /** Takes no more connections, and ends those that there are. */
  close(): Promise<void>
}

export interface ServeOptions {
  host: string
  /** 0 picks a free port. */
  port: number
  /** How the operator knows the port, for the message that it is taken. */
  setting: string
  /** Answers a request; may throw Refused. */
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void
  /** Told of errors that no rule foresees; their requests are answered 500. */
  onError: (error: unknown) => void
}

/** @throws OrchestratorFault when it cannot listen. */
export async function listen({ host, port, setting, serve, onError }: ServeOptions): Promise<Listening> {
  const timing = {
    headersTimeout: HEADERS_MS_MAX,
    requestTimeout: REQUEST_MS_MAX,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
  }
  const server = createServer(timing, async (request, response) => {
    try {
      await serve(request, response)
    } catch (error) {
      answerError(request, response, error, onError)
    }
  })
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw new OrchestratorFault(
      `The orchestrator cannot listen on ${host} port ${port} (${setting}): ${whyNot(error)}.`,
      { cause: error },
    )
  }
  return {
    port: portOf(server),
    close: async () => {
      const gone = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      await Promise.race([gone, delay(FAREWELL_MS, undefined, { ref: false })])
      server.closeAllConnections()
    },
  }
}

function answerError(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  onError: (error: unknown) => void,
): void {
  if (error instanceof Refused) {
    const { status, message, retrySeconds } = error
    answerText(response, status, message, retrySeconds === undefined ? {} : { 'Retry-After': retrySeconds })
  } else if (request.complete) {
    onError(error)
    if (response.headersSent) response.destroy()
    else answerText(response, 500, 'internal error')
  }
  // Otherwise the client went away before its request was whole, and there is nobody to answer.
}

function whyNot(error: unknown): string {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  return isTaken ? 'another program uses it' : String(error)
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new OrchestratorFault('A server has no port.')
  return address.port
}
