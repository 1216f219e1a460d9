import { readGroupIcon } from '@baseplate/platform/people/groups/icons'
import { asActor } from '#lib/server/as-actor.ts'
import { sendFile } from '#lib/server/send-file.ts'
import type { RequestHandler } from './$types'

/** Serves a group's icon. It is cached permanently, because its URL changes with it. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const { name, hash } = event.params
  return sendFile(event.request, await readGroupIcon(platform, actor, name, hash), {
    'content-type': 'image/avif',
    'cache-control': 'private, max-age=31536000, immutable',
  })
}
