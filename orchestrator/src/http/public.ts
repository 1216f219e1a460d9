import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refused } from '../fault.ts'
import type { Fleet } from '../fleet.ts'
import { answerText } from './answer.ts'
import type { Feed } from './feed.ts'
import { readPlaceId } from './read.ts'

export interface PublicOptions {
  fleet: Fleet
  feed: Feed
  /** `https://play.example`: whose pages may read. */
  siteOrigin: string
  /** The client's address, seen through trusted proxies. */
  clientOf: (request: IncomingMessage) => string
}

/** The API for browsers: `GET /{placeId}`, the status of a place's server as server-sent events. */
export function publicApi({ fleet, feed, siteOrigin, clientOf }: PublicOptions) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    const placeId = readPlaceId(path.slice(1))
    if (placeId === undefined) throw new Refused(404, 'not found')
    if (request.method !== 'GET') {
      answerText(response, 405, 'method not allowed', { Allow: 'GET' })
      return
    }
    const { origin } = request.headers
    if (origin !== undefined && origin !== siteOrigin)
      throw new Refused(403, 'this is for pages of the site only')
    const client = clientOf(request)
    feed.checkRoom(client)
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      // A proxy that collects events would show them too late.
      'X-Accel-Buffering': 'no',
      'Access-Control-Allow-Origin': siteOrigin,
      Vary: 'Origin',
    })
    feed.follow(fleet.status(placeId), response, client)
  }
}
