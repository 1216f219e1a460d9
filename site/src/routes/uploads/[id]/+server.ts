import { Refused } from '@baseplate/platform/foundation/errors'
import { viewUpload } from '@baseplate/platform/places/door'
import { handles, operationWith } from '#lib/server/operation.ts'
import { speakTus } from '#lib/server/tus.ts'
import type { RequestEvent, RequestHandler } from './$types'

const views = operationWith(viewUpload, { id: String })

export const GET: RequestHandler = handles(views, async ({ params, locals }: RequestEvent) => {
  const { platform, actor } = locals
  if (!actor) throw new Refused('site.sign_in_first')
  const { published, ...upload } = await viewUpload(platform, actor, { id: params.id })
  return Response.json({ ...upload, ...published }, { headers: { 'cache-control': 'private, no-store' } })
})

export const HEAD = speakTus
export const PATCH = speakTus
export const DELETE = speakTus
export const OPTIONS = speakTus
