import { Refused } from '@baseplate/platform/foundation/errors'
import {
  parsePlaceId,
  readCurrentWorld,
  reserveWorld,
  storeWorld,
  worldAfterQuery,
  worldArrivalQuery,
} from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import { fileResponse } from '../file-response.ts'
import { queryOf } from '../query.ts'
import type { ClientApi } from '../services.ts'

/** A ZIP archive without entries: an end of central directory record. */
const emptyArchive = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)])

/** Adds the endpoints of docs/reference/client-protocol.md#worlds. */
export function addWorldRoutes(api: ClientApi, platform: Platform): void {
  const placeOf = (id: string) => parsePlaceId(id) ?? 0

  /** Returns the current world of a place to a server that starts with an older one. */
  api.get('/game/:id{[0-9]+}/world', async (c) => {
    const query = queryOf(c.req, worldAfterQuery) ?? malformed()
    const world = await readCurrentWorld(platform, placeOf(c.req.param('id')), query)
    if (!world) return new Response(null, { status: 204 })
    const headers = {
      'Content-Type': 'application/zip',
      'Cache-Control': 'no-store',
      'X-World-Number': String(world.number),
    }
    return world.file
      ? fileResponse(c, world.file, headers, platform.log)
      : new Response(emptyArchive, { headers })
  })

  /** Reserves the number of the world that a server is about to store. */
  api.post('/game/:id{[0-9]+}/world', async (c) => {
    const query = queryOf(c.req, worldAfterQuery) ?? malformed()
    return c.json({ number: await reserveWorld(platform, placeOf(c.req.param('id')), query) })
  })

  /** Stores the world of a server as a ZIP archive. */
  api.put('/game/:id{[0-9]+}/world', async (c) => {
    const query = queryOf(c.req, worldArrivalQuery) ?? malformed()
    // The HTTP server reads the rest of a body that is refused.
    const source = c.env.incoming.iterator({ destroyOnReturn: false })
    await storeWorld(platform, placeOf(c.req.param('id')), query, source)
    return new Response(null, { status: 204 })
  })
}

/** @throws Refused `invalid` */
function malformed(): never {
  throw new Refused('input.request_invalid')
}
