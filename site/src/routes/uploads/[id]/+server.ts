import { Refused } from '@baseplate/platform/foundation/errors'
import { viewUpload } from '@baseplate/platform/places/uploads/view'
import { speakTus } from '#lib/server/tus.ts'
import type { RequestHandler } from './$types'

/** Returns the state of an upload, with the version that it became. */
export const GET: RequestHandler = async ({ params, locals: { platform, actor } }) => {
  if (!actor) throw new Refused('site.sign_in_first')
  const { published, ...upload } = await viewUpload(platform, actor, params.id)
  return Response.json({ ...upload, ...published }, { headers: { 'cache-control': 'private, no-store' } })
}

export const HEAD = speakTus
export const PATCH = speakTus
export const DELETE = speakTus
export const OPTIONS = speakTus
