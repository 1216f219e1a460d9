import type { IncomingMessage } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Hono } from 'hono'
import { Refused } from '../fault.ts'
import type { Fleet } from '../fleet.ts'
import { allow, type Environment, placeIdOf, placePath } from './app.ts'
import type { Feed } from './feed.ts'

interface PublicOptions {
  fleet: Fleet
  feed: Feed
  /** Origin of the site, such as `https://play.example`. Only its pages may read. */
  siteOrigin: string
  /** Returns the client's address, seen through trusted proxies. */
  clientOf: (request: IncomingMessage) => string
}

/** Adds the route for browsers: `GET /{placeId}`, the status of a place's server as server-sent events. */
export function addPublicRoutes(
  app: Hono<Environment>,
  { fleet, feed, siteOrigin, clientOf }: PublicOptions,
): void {
  app.use(placePath, allow('GET'))
  app.get(placePath, (c) => {
    const placeId = placeIdOf(c)
    const { incoming, outgoing } = c.env
    const { origin } = incoming.headers
    if (origin !== undefined && origin !== siteOrigin) {
      throw new Refused(403, 'this is for pages of the site only')
    }
    const client = clientOf(incoming)
    feed.checkRoom(client)
    outgoing.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      // A proxy that buffers the response would delay events.
      'X-Accel-Buffering': 'no',
      'Access-Control-Allow-Origin': siteOrigin,
      Vary: 'Origin',
    })
    // The feed writes to the response itself: it needs to know how much data a client has not read.
    feed.follow(fleet.status(placeId), outgoing, client)
    return RESPONSE_ALREADY_SENT
  })
}
