import { readPlaceFile } from '@baseplate/platform/places/versions/read-file'
import type { Platform } from '@baseplate/platform/platform'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { answerFile } from '../answer-file.ts'
import { credentialsOf } from './credentials.ts'

/**
 * The place file, whole or the part that `Range` asks for.
 *
 * @throws Refused `missing`, `forbidden`: see `readPlaceFile`.
 */
export async function answerPlaceFile(
  platform: Platform,
  placeId: number,
  c: Context<{ Bindings: HttpBindings }>,
): Promise<Response> {
  const file = await readPlaceFile(platform, placeId, await credentialsOf(platform, c))
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Last-Modified': new Date(file.modified).toUTCString(),
    // Clients ask each time, and are told with a 304 that what they have is the newest.
    'Cache-Control': 'no-cache',
  }
  return answerFile(c, file, headers, platform.log)
}
