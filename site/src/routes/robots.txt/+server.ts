import type { RequestEvent } from '@sveltejs/kit'
import { handles } from '#lib/server/operation.ts'
import type { RequestHandler } from './$types'

/** Paths without content for search engines: pages that need a session, and the forms of visitors. */
const closed = [
  '/admin',
  '/confirm-email',
  '/home',
  '/language',
  '/login',
  '/logout',
  '/place/',
  '/recover',
  '/register',
  '/secure',
  '/unsubscribe',
  '/user/',
]

export const GET: RequestHandler = handles(
  { scope: 'read', summary: 'Tells search engines which pages to read.' },
  ({ locals }: RequestEvent) => {
    const lines = [
      'User-agent: *',
      ...closed.map((path) => `Disallow: ${path}`),
      // Public pages show the pictures of public games.
      'Allow: /place/*.avif',
      '',
      `Sitemap: ${locals.platform.config.baseUrl}/sitemap.xml`,
      '',
    ]
    return new Response(lines.join('\n'), {
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    })
  },
)
