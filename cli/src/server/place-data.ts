import type { IncomingMessage } from 'node:http'

const address = /^\/place\/(\d+)\/data(?=\?|$)/

/**
 * Gives the address that publishes a file its route, which has the name of the place in it. Without the name, other methods of this
 * address are for the page of a place called "data".
 */
export function useNamedPlaceData(request: Pick<IncomingMessage, 'method' | 'url'>): void {
  if (request.method === 'PUT') request.url = request.url?.replace(address, '/place/$1/-/file')
}
