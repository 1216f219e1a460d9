import type { IncomingMessage } from 'node:http'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Scripts } from './scripts/load.ts'
import type { Signing } from './signing.ts'

/** What the routes of clients serve from. */
export interface Serving {
  platform: Platform
  signing: Signing
  scripts: Scripts
}

declare module 'node:http' {
  interface IncomingMessage {
    /** The request's id in the log; the server in front sets it. */
    requestId?: string
  }
}

/** What a log line says about a request. The path is without its query, which may hold a ticket. */
export const loggedAbout = (c: { req: { path: string }; env: { incoming: IncomingMessage } }) => ({
  requestId: c.env.incoming.requestId,
  path: c.req.path,
})

/** The client API runs on a `node:http` server: files go straight into its responses. */
export type ClientApi = Hono<{ Bindings: HttpBindings }>
