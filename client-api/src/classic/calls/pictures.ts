import { findThumbnail, thumbnailQuery } from '@baseplate/platform/assets/door'
import { findPlace, parsePlaceId, viewPublicPlace } from '@baseplate/platform/places/door'
import { nearestPictureSize, type PictureSize, writeSize } from '@baseplate/platform/places/pictures/rules'
import type { Platform } from '@baseplate/platform/platform'
import { isRendering } from '@baseplate/platform/rendering/door'
import { assetSubject, nearestSize, userSubject } from '@baseplate/platform/rendering/rules'
import type { HonoRequest } from 'hono'
import { type ClientServices, clientOf } from '../../services.ts'
import { type ClassicCall, type ClassicContext, getOrPost } from '../call.ts'
import { namedPlayer } from '../named-player.ts'

/** Side length that clients expect when they name none. */
const usualPixels = '420'

/** Stands for ids that no place can have, so that they are refused as an unknown place. */
const noPlace = 0

/** The address of a picture, and whether no better one is on its way. */
interface Picture {
  url: string
  isFinal: boolean
}

type Find = (services: ClientServices, c: ClassicContext) => Promise<Picture>

const call = (paths: ClassicCall['paths'], respond: ClassicCall['respond']): ClassicCall => ({
  paths,
  methods: getOrPost,
  credential: 'none',
  source: 'documentation',
  ...(respond && { respond }),
})

/** Calls that lead to the platform's own pictures, in the nearest of their sizes. */
export const pictureCalls: readonly ClassicCall[] = [
  call(['/thumbs/asset.ashx', '/thumbs/rawasset.ashx'], redirectTo(assetPicture)),
  call(['/thumbs/gameicon.ashx'], redirectTo(gameIcon)),
  call(['/thumbs/avatar.ashx', '/avatar-thumbnail/image'], redirectTo(avatarPicture('-body'))),
  call(['/thumbs/head.ashx'], redirectTo(avatarPicture(''))),
  call(['/asset-thumbnail/json'], describe(assetPicture)),
  call(['/avatar-thumbnail/json'], describe(avatarPicture('-body'))),
]

function redirectTo(find: Find): ClassicCall['respond'] {
  return async (services, c) => {
    const { url } = await find(services, c)
    return new Response(null, { status: 302, headers: { Location: url, 'Cache-Control': 'no-cache' } })
  }
}

function describe(find: Find): ClassicCall['respond'] {
  return async (services, c) => {
    const { url, isFinal } = await find(services, c)
    return Response.json({ Url: url, Final: isFinal }, { headers: { 'Cache-Control': 'no-cache' } })
  }
}

/** Returns the sides that a client asks for, as it writes them. */
const sidesIn = (request: HonoRequest) => ({
  wd: request.query('width') ?? request.query('x') ?? request.query('wd') ?? usualPixels,
  ht: request.query('height') ?? request.query('y') ?? request.query('ht') ?? usualPixels,
})

/** Returns the size that a client asks for. Sides that are no numbers are the usual ones. */
function sizeIn(request: HonoRequest): PictureSize {
  const { wd, ht } = sidesIn(request)
  return { width: Number(wd) || Number(usualPixels), height: Number(ht) || Number(usualPixels) }
}

/** Returns the query of a render in the nearest size. Renders are squares, so the shorter side counts. */
function sizeFor(request: HonoRequest): string {
  const { width, height } = sizeIn(request)
  const side = nearestSize(Math.min(width, height))
  return side === undefined ? '' : `?size=${side}`
}

/** Finds the picture of an asset, of a game, or of an asset of the cloud. @throws Refused as `findThumbnail` */
async function assetPicture({ platform }: ClientServices, { req, env }: ClassicContext): Promise<Picture> {
  const asked = thumbnailQuery.safeParse({
    aid: req.query('assetid') ?? req.query('aid') ?? req.query('id'),
    ...sidesIn(req),
  }).data
  const { assetId, elsewhere } = await findThumbnail(platform, asked, clientOf(env.incoming))
  if (elsewhere !== undefined) return { url: elsewhere, isFinal: true }
  const place = await findPlace(platform.db, assetId)
  if (place) return placePicture(platform, assetId, req)
  return {
    url: `${platform.config.baseUrl}/asset/thumbnail/${assetId}${sizeFor(req)}`,
    isFinal: !(await isRendering(platform.db, assetSubject(assetId))),
  }
}

/** Finds the picture of a game by its id. @throws Refused `missing`: the game is not public. */
async function gameIcon({ platform }: ClientServices, { req }: ClassicContext): Promise<Picture> {
  const written = req.query('assetid') ?? req.query('placeid') ?? req.query('id') ?? ''
  return placePicture(platform, parsePlaceId(written) ?? noPlace, req)
}

/** Icons are AVIF, which no client of these years reads. The picture that previews of links show is JPEG. */
async function placePicture(platform: Platform, placeId: number, request: HonoRequest): Promise<Picture> {
  const { id } = await viewPublicPlace(platform, null, { id: placeId })
  const size = writeSize(nearestPictureSize(sizeIn(request)))
  return { url: `${platform.config.baseUrl}/share/${id}/picture.jpg?size=${size}`, isFinal: true }
}

/** Finds the picture of a player. The function throws Refused `missing`: there is no such player. */
function avatarPicture(shot: '' | '-body'): Find {
  return async ({ platform }, { req }) => {
    const { id, username } = await namedPlayer(platform, req)
    return {
      url: `${platform.config.baseUrl}/api/avatar/${username}${shot}${sizeFor(req)}`,
      isFinal: !(await isRendering(platform.db, userSubject(id))),
    }
  }
}
