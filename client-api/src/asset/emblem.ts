import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { numberOfId } from '@baseplate/platform/foundation/asset-ids'
import { readEmblem } from '@baseplate/platform/people/door'
import type { Platform } from '@baseplate/platform/platform'
import { bytesResponse } from '../file-response.ts'
import { type ClientApi, clientOf } from '../services.ts'

/** Pixels. Clients show emblems at about this size. */
const emblemSize = { width: 150, height: 150 } as const

/** Icons of groups are AVIF, which no client reads. */
export function addEmblemRoutes(api: ClientApi, platform: Platform): void {
  /** Returns the icon of a group, as PNG. */
  api.get('/asset/emblem/:id{[0-9]+}', async (c) => {
    const { file, name } = await readEmblem(platform, numberOfId(c.req.param('id')))
    const wanted = { size: emblemSize, format: 'png' } as const
    const client = clientOf(c.env.incoming)
    const picture = await platform
      .sharedPictures(name, client, wanted, () => buffer(file.stream()))
      .finally(() => file.close())
    const bytes = Buffer.from(picture)
    const etag = `"${createHash('sha1').update(bytes).digest('hex')}"`
    return bytesResponse(c, bytes, etag, {
      'Content-Type': 'image/png',
      'Cache-Control': 'public, max-age=300',
    })
  })
}
