import type { IncomingMessage } from 'node:http'
import type { Platform } from '@baseplate/platform/platform'
import { addressGroup } from '@baseplate/service/network/address-group'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { ScriptAssets } from './asset/script-assets.ts'
import type { Scripts } from './scripts/load.ts'
import type { Signing } from './signing.ts'

/** The services that routes use. */
export interface ClientServices {
  platform: Platform
  signing: Signing
  scripts: Scripts
  scriptAssets: ScriptAssets
}

declare module 'node:http' {
  interface IncomingMessage {
    /** Id of the request in the log, which the server in front sets. */
    requestId?: string
    /** Address of the client, which the server in front finds behind proxies. */
    clientAddress?: string
    /** Whether the request is for the client endpoints, as the server in front finds out. */
    isForClients?: boolean
    /** Whether the response is constant, and the body is dropped. */
    isConstant?: boolean
  }
}

/** Returns the address of the client that sent a request. */
export const addressOf = ({ clientAddress, socket }: IncomingMessage): string =>
  clientAddress ?? socket.remoteAddress ?? ''

/** Returns the address that limits count for a request. */
export const clientOf = (request: IncomingMessage): string => addressGroup(addressOf(request))

/** Returns the fields of a log line about a request. The path has no query, which may contain a ticket. */
export const logFieldsOf = ({ requestId, url }: IncomingMessage) => ({
  requestId,
  path: url?.split('?', 1)[0],
})

/** The client API runs on a `node:http` server, and sends files straight into its responses. */
export type ClientApi = Hono<{ Bindings: HttpBindings }>

/** Clients of different versions send the same request with one method or the other. */
export const getOrPost = ['GET', 'POST']
