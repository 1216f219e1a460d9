import { parseAssetId } from '@baseplate/platform/assets/input'
import { readWornPicture } from '@baseplate/platform/assets/pictures/worn-picture'
import { Refused, refusalStatus } from '@baseplate/platform/foundation/errors'
import { error } from '@sveltejs/kit'
import { requireActor } from '#lib/server/session.ts'
import type { RequestHandler } from './$types'

/** The picture that something worn is covered with, for the preview. */
export const GET: RequestHandler = async (event) => {
  requireActor(event)
  try {
    const { bytes, contentType } = await readWornPicture(
      event.locals.platform,
      parseAssetId(event.params.id) ?? 0,
    )
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': contentType,
        'cache-control': 'private, max-age=300',
        'x-content-type-options': 'nosniff',
      },
    })
  } catch (refused) {
    if (refused instanceof Refused) error(refusalStatus[refused.reason], refused.message)
    throw refused
  }
}
