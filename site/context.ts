import type { Platform } from '@baseplate/platform/platform'

/** Context of a request from the HTTP server, which sets it on the Node request as `baseplate`. */
interface RequestContext {
  platform: Platform
  /** Returns the public keys with which launchers verify scripts, in PEM form. */
  scriptKeys: () => Promise<readonly string[]>
  /** The client's IP address, as resolved through the trusted proxies. */
  address: string
  /** Whether the request comes from the machine of a site that only this machine reaches. */
  isOwnMachine: boolean
  /** Id of the request in the log, shown on error pages. */
  requestId: string
  /** The content coding that the client prefers. The server compresses responses that are not compressed yet. */
  coding: 'br' | 'gzip' | undefined
  /** The access token of a program's request, as it was sent. Such a request has no cookies. */
  token: string | undefined
  /** Whether a script of a page on another site has sent the request. */
  isForeign: boolean
  /**
   * Keeps the page of this response for other visitors until a time, if it may be theirs: a body in `coding`. Undefined for
   * requests that are not a visitor's.
   */
  keep?: (body: Uint8Array, until: number) => void
  /** Route pattern as SvelteKit names it; undefined for static files and unknown paths. */
  route?: string | undefined
}

declare module 'node:http' {
  interface IncomingMessage {
    baseplate?: RequestContext
  }
}
