import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Picture } from '@baseplate/platform/avatars/door'
import { Refused } from '@baseplate/platform/foundation/errors'
import type { Platform } from '@baseplate/platform/platform'
import { OpenByClient } from '@baseplate/service/open-by-client'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { bytesResponse } from '../file-response.ts'
import { clientOf } from '../services.ts'
import type { Resize } from './resize.ts'

type PictureRequest = Context<{ Bindings: HttpBindings }, '/api/avatar/:username'>

/** `Cache-Control` of pictures: docs/reference/client-protocol.md#avatar-pictures. */
export const caching = {
  version: 'public, max-age=31536000, immutable',
  current: 'public, max-age=0, s-maxage=10, stale-while-revalidate=60',
  awaited: 'no-cache',
} as const

/** Maximum number of requests that wait for a render, of one address and of all. */
const waitCaps = { each: 250, all: 2_000 }
const codes = { each: 'limits.picture_waits', all: 'files.images_busy' } as const
const retryAfterSeconds = 1

/**
 * Serves the rendered picture of a user: the body shot if the name ends in `-body`, otherwise the head shot.
 *
 * @returns the handler; it throws Refused `missing` `User not found`; `limited`, `busy`: too many requests wait.
 */
export function pictureHandler(
  { appearances, avatarPictures }: Pick<Platform, 'appearances' | 'avatarPictures'>,
  placeholder: Picture,
  resize: Resize,
) {
  const waiting = new OpenByClient<symbol>(waitCaps)

  const readNext = async (client: string, userId: string, kind: 'head' | 'body', signal: AbortSignal) => {
    const wait = Symbol(userId)
    const reached = waiting.admit(client, wait)
    if (reached) throw new Refused(codes[reached]).retryIn(retryAfterSeconds)
    return avatarPictures.readNext(userId, kind, signal).finally(() => waiting.remove(client, wait))
  }

  return async (c: PictureRequest): Promise<Response> => {
    const [, name = '', body] = /^(.*?)(-body)?$/s.exec(c.req.param('username')) ?? []
    const userId = await appearances.userIdOf(name)
    const kind = body ? 'body' : 'head'
    const client = clientOf(c.env.incoming)
    const version = c.req.query('v')
    const isAwaited = c.req.query('wait') !== undefined
    const picture = isAwaited
      ? await readNext(client, userId, kind, c.req.raw.signal)
      : await avatarPictures.read(userId, kind)
    const { bytes, etag } = await resize(picture ?? placeholder, c.req.query('size'), client)
    const policy = isAwaited ? 'awaited' : picture?.etag === `"${version}"` ? 'version' : 'current'
    return bytesResponse(c, bytes, etag, { 'Content-Type': 'image/png', 'Cache-Control': caching[policy] })
  }
}

/** Reads the placeholder for pictures that do not exist yet. */
export async function readPlaceholder(): Promise<Picture> {
  const bytes = await readFile(new URL('placeholder.png', import.meta.url))
  const hash = createHash('sha256').update(bytes).digest('base64url')
  return { bytes, etag: `"placeholder-${hash.slice(0, 12)}"` }
}
