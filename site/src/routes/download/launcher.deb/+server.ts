import { Refused } from '@baseplate/platform/foundation/errors'
import { matchesIfNoneMatch } from '@baseplate/service/byte-range'
import { findLauncher } from '#lib/server/launcher.ts'
import { handles } from '#lib/server/operation.ts'
import { sendBytes } from '#lib/server/send-bytes.ts'
import type { RequestEvent, RequestHandler } from './$types'

export const GET: RequestHandler = handles(
  {
    scope: 'read',
    summary: "Sends the launcher of the platform's engine, as a package for Debian and its relatives.",
  },
  async (event: RequestEvent) => {
    const launcher = await findLauncher(event)
    if (!launcher) throw new Refused('files.not_found')
    const etag = `"${launcher.sha256}"`
    const headers = { etag, 'cache-control': 'public, no-cache' }
    if (matchesIfNoneMatch(event.request.headers.get('if-none-match') ?? undefined, etag))
      return new Response(null, { status: 304, headers })
    return sendBytes(new Uint8Array(launcher.file), {
      ...headers,
      'content-type': 'application/vnd.debian.binary-package',
      'content-disposition': `attachment; filename="${launcher.fileName}"`,
    })
  },
)
