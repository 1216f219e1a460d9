import type { Platform } from '@baseplate/platform/platform'

/** What the server in front of the pages knows of a request; it puts it on the request as `baseplate`. */
export interface RequestContext {
  platform: Platform
  /** The client's address, seen through the trusted proxies. */
  address: string
  /** The request's name in the log, shown on error pages. */
  requestId: string
  /** The content coding that the client prefers; the server compresses what is not compressed already. */
  coding: 'br' | 'gzip' | undefined
  /** The pattern of the route that answers, as the pages name it; undefined for a file, or when there is none. */
  route?: string | undefined
}

declare module 'node:http' {
  interface IncomingMessage {
    baseplate?: RequestContext
  }
}
