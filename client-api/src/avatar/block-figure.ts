import { createHash } from 'node:crypto'
import { parseAssetId } from '@baseplate/platform/assets/door'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { bytesResponse } from '../file-response.ts'
import { type ClientApi, clientOf } from '../services.ts'

type FigureContext = Context<{ Bindings: HttpBindings }>

/** A hat of a figure, with the addresses of its files. */
interface HatEntry {
  id: number
  /** Wavefront OBJ, for the bone `Head` of the figure. */
  mesh: string
  /** PNG. */
  texture: string
}

/** Games ask again when a player joins. */
const caching = { 'Cache-Control': 'no-cache' }

/** Adds the endpoints of docs/reference/client-protocol.md#block-figures. */
export function addBlockFigureRoutes(api: ClientApi, platform: Platform): void {
  const { appearances, blockFigures } = platform

  /** Returns a user's avatar as the skin of a block figure, without hats. */
  api.get('/api/skin/:username{.+\\.png}', async (c) => {
    const userId = await appearances.userIdOf(c.req.param('username').slice(0, -'.png'.length))
    const { bytes, etag } = await blockFigures.readSkin(userId, clientOf(c.env.incoming))
    return bytesResponse(c, bytes, etag, { 'Content-Type': 'image/png', ...caching })
  })

  /** Lists the hats of a user's avatar. */
  api.get('/api/figure-hats/:username', async (c) => {
    const ids = await blockFigures.listHats(await appearances.userIdOf(c.req.param('username')))
    return listResponse(
      c,
      ids.map((id) => ({ id, mesh: `/api/hat/${id}.obj`, texture: `/api/hat/${id}.png` })),
    )
  })

  /** Returns the mesh of a hat. */
  api.get('/api/hat/:file{[0-9]+\\.obj}', async (c) => {
    const { bytes, etag } = await blockFigures.readHat(idOf(c), 'mesh', clientOf(c.env.incoming))
    return bytesResponse(c, bytes, etag, { 'Content-Type': 'text/plain', ...caching })
  })

  /** Returns the texture for the mesh of a hat. */
  api.get('/api/hat/:file{[0-9]+\\.png}', async (c) => {
    const { bytes, etag } = await blockFigures.readHat(idOf(c), 'texture', clientOf(c.env.incoming))
    return bytesResponse(c, bytes, etag, { 'Content-Type': 'image/png', ...caching })
  })
}

/** Returns the id in the name of a file, or that of no asset. */
const idOf = (c: Context<{ Bindings: HttpBindings }, '/api/hat/:file'>): number =>
  parseAssetId(c.req.param('file').replace(/\.\w+$/, '')) ?? 0

function listResponse(c: FigureContext, hats: readonly HatEntry[]): Response {
  const bytes = Buffer.from(JSON.stringify(hats))
  const etag = `"${createHash('sha1').update(bytes).digest('hex')}"`
  return bytesResponse(c, bytes, etag, { 'Content-Type': 'application/json', ...caching })
}
