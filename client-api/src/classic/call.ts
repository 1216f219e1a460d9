import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { ClientServices } from '../services.ts'

/**
 * Credential of a call: none; the session of a user; the ticket of a game server, as `serverTicketOf` reads it; or the ticket of the call
 * itself, such as a join ticket.
 */
export type Credential = 'none' | 'session' | 'server' | 'ticket'

/** Where the path and the response of a call are known from. */
export type Source =
  /** Public documentation of the scripting interface, and of the web services below it. */
  | 'documentation'
  /** Scripts that sites served to clients of these years. */
  | 'scripts'
  /** Open servers that real clients are known to talk to. */
  | 'servers'
  /** Files of the operator. */
  | 'operator'

export type ClassicContext = Context<{ Bindings: HttpBindings }>

/** A response that never differs. The body of the request is dropped while it arrives. */
export interface Constant {
  /** 200 by default. */
  status?: number
  /** Value of `Content-Type`. */
  type: string
  body: string
  /** Whether the body is a script, which clients verify. */
  signed?: true
}

/** A call of clients, game servers or studios of 2008 to 2018. */
export interface ClassicCall {
  /**
   * Paths as Hono writes them, in lower case, without a slash at the end. The first one names the call. Requests may write them in any
   * letter case, with doubled slashes and without `.ashx`.
   */
  paths: readonly [string, ...string[]]
  methods: readonly ('GET' | 'POST')[]
  credential: Credential
  source: Source
  /** Absent, and without `constant`: a route of docs/reference/client-protocol.md serves the paths. */
  respond?: (services: ClientServices, c: ClassicContext) => Response | Promise<Response>
  constant?: Constant
}

/** Clients of different versions send the same call with one method or the other. */
export const getOrPost = ['GET', 'POST'] as const
