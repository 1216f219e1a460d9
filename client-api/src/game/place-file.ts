import { readPlaceFile } from '@baseplate/platform/places/door'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Context, HonoRequest } from 'hono'
import { credentialsOf } from '../credentials.ts'
import { fileResponse } from '../file-response.ts'

/** Serves a place file: docs/reference/client-protocol.md#place-files. @throws Refused as `readPlaceFile` */
export async function servePlaceFile(
  platform: Platform,
  placeId: number,
  c: Context<{ Bindings: HttpBindings }>,
): Promise<Response> {
  const file = await readPlaceFile(platform, placeId, await credentialsOf(platform, c))
  const contentType = 'application/octet-stream'
  const { RedirectSeconds } = platform.config.Files
  if (file.address && RedirectSeconds > 0 && isPlainDownload(c.req)) {
    await file.close()
    c.header('Cache-Control', 'no-store')
    return c.redirect(await file.address({ contentType }, RedirectSeconds))
  }
  const headers = {
    'Content-Type': contentType,
    'Last-Modified': new Date(file.modified).toUTCString(),
    // Clients revalidate every time, and get 304 if their copy is current.
    'Cache-Control': 'no-cache',
  }
  return fileResponse(c, file, headers, platform.log)
}

/** Whether a request has no condition on a validator of this site, which the storage does not know. */
const isPlainDownload = (request: HonoRequest): boolean =>
  request.method === 'GET' &&
  ['if-none-match', 'if-match', 'if-range'].every((name) => request.header(name) === undefined)
