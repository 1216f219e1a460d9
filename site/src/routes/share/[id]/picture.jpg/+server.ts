import { buffer } from 'node:stream/consumers'
import { type PublicPlace, readIcon, readThumbnail, viewPublicPlace } from '@baseplate/platform/places/door'
import { readSize } from '@baseplate/platform/places/pictures/rules'
import type { Platform } from '@baseplate/platform/platform'
import { addressGroup } from '@baseplate/service/network/address-group'
import { sharedPicturePath } from '#lib/place/share-address.ts'
import { drawArt } from '#lib/server/draw-art.ts'
import { handles } from '#lib/server/operation.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import type { RequestEvent, RequestHandler } from './$types'

const previews = {
  summary:
    "Serves the picture that previews of a public place's link show, and clients in other sizes, as JPEG.",
  scope: 'read',
  reads: ['v', 'size'],
} as const

export const GET: RequestHandler = handles(previews, async ({ locals, params, url }: RequestEvent) => {
  const { platform, actor } = locals
  const place = await viewPublicPlace(platform, actor, { id: placeIdOf(params.id) })
  const path = sharedPicturePath(place)
  const size = readSize(url.searchParams.get('size'))
  const client = addressGroup(locals.address)
  const picture = await platform.sharedPictures(path, client, { size }, () => read(platform, place))
  const isNamed = url.searchParams.has('v') && url.pathname + url.search === path
  return new Response(picture, {
    headers: {
      'content-type': 'image/jpeg',
      'cache-control': `public, max-age=${isNamed ? 86_400 : 300}`,
    },
  })
})

async function read(platform: Platform, { id, icon, thumbnails: [first] }: PublicPlace): Promise<Uint8Array> {
  if (!first && !icon) return Buffer.from(drawArt(String(id), 'wide'))
  const { file } = await (first
    ? readThumbnail(platform, null, { id, index: first.number })
    : readIcon(platform, null, { id }))
  return buffer(file.stream())
}
