import { readPlaceFile } from '@baseplate/platform/places/versions/read-file'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { credentialsOf } from '../credentials.ts'
import { fileResponse } from '../file-response.ts'

/** Serves a place file: docs/reference/client-protocol.md#place-files. @throws Refused as `readPlaceFile` */
export async function servePlaceFile(
  platform: Platform,
  placeId: number,
  c: Context<{ Bindings: HttpBindings }>,
): Promise<Response> {
  const file = await readPlaceFile(platform, placeId, await credentialsOf(platform, c))
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Last-Modified': new Date(file.modified).toUTCString(),
    // Clients revalidate every time, and get 304 if their copy is current.
    'Cache-Control': 'no-cache',
  }
  return fileResponse(c, file, headers, platform.log)
}
