import type { RequestHandler } from './$types'

/** Pages that need a session have nothing for search engines, and forms of visitors have no content. */
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

/** Tells search engines which pages to read. */
export const GET: RequestHandler = ({ locals }) => {
  const lines = [
    'User-agent: *',
    // Pages of private players and games begin like the pictures of public games, which previews show.
    ...closed.map((path) => `Disallow: ${path}`),
    'Allow: /place/*.avif',
    '',
    `Sitemap: ${locals.platform.config.baseUrl}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
