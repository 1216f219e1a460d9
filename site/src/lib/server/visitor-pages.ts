import type { RequestEvent } from '@sveltejs/kit'

/** Pages that look the same for everybody who is not signed in, and the queries that they know. */
const shared: Record<string, RegExp> = { '/': /^$/, '/games': /^(\?sort=[a-z]{1,9}(&cursor=[\d-]{1,40})?)?$/ }

/** What a visitor sees is at most this old. */
const freshForMs = 1_000

/** Enough for every page that visitors really open within a second. */
const maxKept = 50

interface Kept {
  until: number
  answer: Promise<{ status: number; headers: [string, string][]; body: Uint8Array<ArrayBuffer> }>
}

/**
 * Renders a page for visitors once a second, however many of them come at once: those who follow a link to a platform
 * that is suddenly popular have no session, and all see the same.
 *
 * Nothing in such a page is one request's own: the Content-Security-Policy goes by hashes.
 */
export function createVisitorPages(): (
  event: RequestEvent,
  render: () => Promise<Response>,
) => Promise<Response> {
  const kept = new Map<string, Kept>()

  return async (event, render) => {
    if (!isShared(event)) return render()
    const key = event.url.pathname + event.url.search
    const now = event.locals.platform.now()
    let page = kept.get(key)
    if (!page || page.until <= now) {
      page = { until: now + freshForMs, answer: read(await render()) }
      kept.delete(key)
      kept.set(key, page)
      if (kept.size > maxKept) kept.delete(kept.keys().next().value ?? '')
    }
    const { status, headers, body } = await page.answer
    return new Response(body, { status, headers })
  }
}

function isShared({ request, cookies, route, url, isDataRequest }: RequestEvent): boolean {
  return (
    request.method === 'GET' &&
    !isDataRequest &&
    cookies.getAll().length === 0 &&
    (shared[route.id ?? '']?.test(url.search) ?? false)
  )
}

async function read(response: Response): Kept['answer'] {
  return {
    status: response.status,
    headers: [...response.headers],
    body: new Uint8Array(await response.arrayBuffer()),
  }
}
