import { Refused } from '@baseplate/platform/foundation/errors'
import { idRanges, listPublicIds } from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import { singleFlight } from '@baseplate/service/single-flight'
import type { RequestEvent } from '@sveltejs/kit'
import { sharePath } from '#lib/place/share-address.ts'
import { handles } from '#lib/server/operation.ts'
import { writeSitemap } from '#lib/server/sitemap.ts'
import type { RequestHandler } from './$types'

/** Maximum number of places in a single sitemap. A larger platform has an index of sitemaps. */
const placesInOne = 5_000

/** Maximum number of URLs that the format allows in one sitemap. */
const placesInPart = 50_000

/** Seconds for which a sitemap is kept. */
const lifetime = 600

/** Public pages without a session, beside those of places. */
const pages = ['/', '/games', '/catalog', '/download']

/** Sitemaps by part. There are at most 91. */
const kept = new Map<string, { until: number; text: string }>()
const writeOnce = singleFlight(async (part: string, platform: Platform) => {
  const text = await write(platform, part)
  kept.set(part, { until: platform.now() + lifetime * 1_000, text })
  return text
})

export const GET: RequestHandler = handles(
  {
    reads: ['part'],
    scope: 'read',
    summary:
      'Lists the public pages for search engines. Large platforms have parts (`?part=10` to `?part=99`), by the first digits of ids.',
  },
  async ({ locals, url }: RequestEvent) => {
    const { platform } = locals
    const part = url.searchParams.get('part') ?? ''
    if (part !== '' && !isPart(part)) throw new Refused('site.not_found')
    const known = kept.get(part)
    const text = known && platform.now() < known.until ? known.text : await writeOnce(part, platform)
    return new Response(text, {
      headers: { 'content-type': 'application/xml', 'cache-control': `public, max-age=${lifetime}` },
    })
  },
)

const isPart = (part: string) =>
  /^\d\d$/.test(part) && Number(part) >= idRanges.first && Number(part) <= idRanges.last

async function write({ db, config: { baseUrl } }: Platform, part: string): Promise<string> {
  const places =
    part === ''
      ? await listPublicIds(db, { limit: placesInOne + 1 })
      : await listPublicIds(db, { range: Number(part), limit: placesInPart })
  if (part === '' && places.length > placesInOne) return writeIndex(baseUrl)
  const others = part === '' ? pages.map((path) => ({ address: baseUrl + path })) : []
  return writeSitemap('urlset', [
    ...others,
    ...places.map(({ id, updated }) => ({ address: baseUrl + sharePath(id), updated })),
  ])
}

function writeIndex(baseUrl: string): string {
  const parts = Array.from(
    { length: idRanges.last - idRanges.first + 1 },
    (_, index) => idRanges.first + index,
  )
  return writeSitemap(
    'sitemapindex',
    parts.map((part) => ({ address: `${baseUrl}/sitemap.xml?part=${part}` })),
  )
}
