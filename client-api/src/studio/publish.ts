import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Actor } from '@baseplate/platform/accounts/rules'
import { InvalidFields, Refused } from '@baseplate/platform/foundation/errors'
import { createPlace, parsePlaceId, updatePlaceFile } from '@baseplate/platform/places/door'
import { maxPlaceFileBytes } from '@baseplate/platform/places/rules'
import type { Platform } from '@baseplate/platform/platform'
import { bearerOf } from '@baseplate/service/bearer'
import type { ClassicContext } from '../classic/call.ts'
import { requireActor, requireTokenOwner } from '../credentials.ts'
import { isCompressed } from '../read-body.ts'
import { textResponse } from '../replies.ts'

/** Names of the type of places in `type`. Most studios send none. */
const placeTypes: ReadonlySet<string> = new Set(['', 'place', '9'])

/** The `assetid` of a place that a studio has not published yet. */
const newPlace = '0'

/**
 * Makes the body of a request the newest version of a place, as `PUT /place/{id}/data` does:
 * docs/reference/client-protocol.md#publishing-from-a-studio.
 *
 * @returns the number of the version; of a new place, its id.
 * @throws Refused `unauthenticated`, `forbidden`, `invalid`, `oversize`, and as `updatePlaceFile`.
 */
export async function publishFromStudio(platform: Platform, c: ClassicContext): Promise<Response> {
  const actor = await publisherOf(platform, c)
  if (!placeTypes.has((c.req.query('type') ?? '').toLowerCase()))
    throw new Refused('client.publish_places_only')
  const assetId = c.req.query('assetid') ?? ''
  const isNew = assetId === newPlace
  const placeId = isNew ? undefined : parsePlaceId(assetId)
  if (!isNew && placeId === undefined) throw new Refused('client.publish_place_missing')
  const { incoming } = c.env
  requireFile(incoming)
  try {
    const { id } =
      placeId === undefined
        ? await createPlace(platform, actor, { name: c.req.query('name') ?? '', description: '' })
        : { id: placeId }
    const { version } = await updatePlaceFile(platform, actor, id, sentFile(incoming))
    return textResponse(String(isNew ? id : version), 200, { 'Cache-Control': 'no-store' })
  } catch (error) {
    const { file, name } = error instanceof InvalidFields ? error.problems : {}
    const problem = file ?? name
    throw problem ? new Refused(problem) : error
  }
}

/** Returns the owner of an access token, or the user of the session. */
function publisherOf(platform: Platform, c: ClassicContext): Promise<Actor> {
  const token = bearerOf(c.req.header('Authorization'))
  return token === undefined ? requireActor(platform, c) : requireTokenOwner(platform, token, 'places:write')
}

/** Refuses a request whose headers show that no file can follow, before a place is created for it. */
function requireFile({ headers }: IncomingMessage): void {
  // A form would be stored in place of the file in it.
  if (/^multipart\//i.test(headers['content-type'] ?? '')) throw new Refused('files.media_type')
  if (headers['content-length'] === '0') throw new Refused('files.empty')
  if (Number(headers['content-length']) > maxPlaceFileBytes) throw new Refused('places.file_too_large')
}

/** Yields the file in the body of a request. Studios of some years compress it. */
async function* sentFile(incoming: IncomingMessage): AsyncGenerator<Uint8Array, void> {
  const { headers } = incoming
  yield* isCompressed(headers) ? decompressed(incoming) : received(incoming)
}

/** Yields the bytes of a body. The server drains the rest of one that is refused, so that the client can read the response. */
async function* received(incoming: IncomingMessage): AsyncGenerator<Uint8Array, void> {
  try {
    yield* incoming.iterator({ destroyOnReturn: false })
  } catch {
    throw new Refused('site.form_interrupted')
  }
}

async function* decompressed(incoming: IncomingMessage): AsyncGenerator<Uint8Array, void> {
  const gunzip = createGunzip()
  // The iteration below throws the error of either stream.
  pipeline(received(incoming), gunzip, () => {})
  try {
    yield* gunzip.iterator()
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('files.not_gzip')
  }
}
