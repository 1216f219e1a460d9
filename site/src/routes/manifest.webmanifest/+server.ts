import { iconSide } from '@baseplate/platform/operations/branding/rules'
import type { RequestEvent } from '@sveltejs/kit'
import { handles } from '#lib/server/operation.ts'
import { taglineOf } from '#lib/server/tagline.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = handles(
  {
    scope: 'read',
    summary:
      "Describes the platform to browsers that install it as an app, with the operator's name, icon and accent.",
  },
  ({ locals: { branding, texts } }: RequestEvent) => {
    const { name, icon, accent } = branding
    const tagline = taglineOf(branding.tagline)
    const side = `${iconSide}x${iconSide}`
    const icons = icon
      ? [{ src: `/identity/${icon.name}.png`, sizes: `${icon.width}x${icon.height}`, type: 'image/png' }]
      : [
          { src: '/icon.png', sizes: side, type: 'image/png' },
          { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        ]
    const manifest = {
      name,
      short_name: name,
      ...(tagline && { description: tagline }),
      lang: texts.locale,
      dir: texts.direction,
      id: '/',
      start_url: '/home',
      scope: '/',
      display: 'minimal-ui',
      ...(accent && { theme_color: accent }),
      icons,
    }
    return new Response(JSON.stringify(manifest), {
      headers: { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' },
    })
  },
)
