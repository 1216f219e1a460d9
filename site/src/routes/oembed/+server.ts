import { Refused } from '@baseplate/platform/foundation/errors'
import { sharedPictureSize, viewPublicPlace } from '@baseplate/platform/places/door'
import { json, type RequestEvent } from '@sveltejs/kit'
import { sharedPicturePath } from '#lib/place/share-address.ts'
import { handles } from '#lib/server/operation.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import type { RequestHandler } from './$types'

/** Seconds for which other sites may cache the description. */
const lifetime = 3_600

export const GET: RequestHandler = handles(
  {
    reads: ['format', 'url', 'maxwidth', 'maxheight'],
    scope: 'read',
    summary:
      "Describes a public place to sites that embed links (oembed.com). `url` is the place's own page or its public page.",
  },
  async ({ locals, url }: RequestEvent) => {
    const { platform, branding } = locals
    const { baseUrl } = platform.config
    if ((url.searchParams.get('format') ?? 'json') !== 'json') throw new Refused('site.only_json')
    const place = await viewPublicPlace(platform, null, {
      id: placeIdIn(url.searchParams.get('url') ?? '', baseUrl),
    })
    const maker = place.ownerUsername
    return json(
      {
        version: '1.0',
        type: 'link',
        title: place.name,
        ...(maker && { author_name: maker, author_url: `${baseUrl}/user/${maker}` }),
        provider_name: branding.name,
        provider_url: baseUrl,
        cache_age: lifetime,
        ...(fits(url.searchParams) && {
          thumbnail_url: baseUrl + sharedPicturePath(place),
          thumbnail_width: sharedPictureSize.width,
          thumbnail_height: sharedPictureSize.height,
        }),
      },
      { headers: { 'access-control-allow-origin': '*', 'cache-control': `public, max-age=${lifetime}` } },
    )
  },
)

/** @throws Refused `missing` for a URL of anything but a place. */
function placeIdIn(address: string, baseUrl: string): number {
  const { origin, pathname } = URL.canParse(address) ? new URL(address) : { origin: undefined, pathname: '' }
  const [, id] = /^\/(?:share|place)\/(\d+)(?:\/[^/]*)?\/?$/.exec(pathname) ?? []
  if (origin !== new URL(baseUrl).origin || id === undefined) throw new Refused('site.not_found')
  return placeIdOf(id)
}

/** A picture that is larger than asked for is left out, as the format demands. */
const fits = (query: URLSearchParams): boolean =>
  Number(query.get('maxwidth') ?? Number.POSITIVE_INFINITY) >= sharedPictureSize.width &&
  Number(query.get('maxheight') ?? Number.POSITIVE_INFINITY) >= sharedPictureSize.height
