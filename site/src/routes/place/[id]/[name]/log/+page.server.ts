import { logTailBytes, readServerLog } from '@baseplate/platform/places/servers/read-log'
import { redirect } from '@sveltejs/kit'
import { placeIdOf } from '#lib/server/place-id.ts'
import { requireActor } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const id = placeIdOf(event.params.id)
  const answer = await readServerLog(event.locals.platform, actor, id, logTailBytes)
  if (event.params.name !== answer.slug) redirect(302, `/place/${id}/${answer.slug}/log`)
  return answer
}
