import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sha256 } from '@baseplate/platform/foundation/ids'
import { matchesIfNoneMatch } from '@baseplate/service/byte-range'
import type { RequestEvent } from '@sveltejs/kit'
import { handles } from '#lib/server/operation.ts'
import type { RequestHandler } from './$types'

/** The description is made beside the build of the site, so the build's own list of files lacks it. */
const file = fileURLToPath(import.meta.resolve('@baseplate/site/openapi'))

let read: Promise<{ text: string; etag: string }> | undefined

async function readDescription() {
  const text = await readFile(file, 'utf8')
  return { text, etag: `"${sha256(text).slice(0, 32)}"` }
}

export const GET: RequestHandler = handles(
  { scope: 'read', summary: 'Returns this description.' },
  async ({ request }: RequestEvent) => {
    read ??= readDescription()
    const { text, etag } = await read
    const headers = { etag, 'cache-control': 'public, no-cache' }
    if (matchesIfNoneMatch(request.headers.get('if-none-match') ?? undefined, etag))
      return new Response(null, { status: 304, headers })
    return new Response(text, { headers: { ...headers, 'content-type': 'application/json' } })
  },
)
