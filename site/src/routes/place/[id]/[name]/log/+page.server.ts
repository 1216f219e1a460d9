import { logTailBytes, readServerLog } from '@baseplate/platform/places/servers/read-log'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const id = placeIdOf(event.params.id)
  const answer = await readServerLog(platform, actor, id, logTailBytes)
  if (event.params.name !== answer.slug) redirect(302, `/place/${id}/${answer.slug}/log`)
  return answer
}
