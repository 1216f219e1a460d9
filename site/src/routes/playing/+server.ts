import { findPlaying } from '@baseplate/platform/places/sessions/queries'
import { json } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import type { RequestHandler } from './$types'

/** Returns the id of the place that the viewer's client is playing in, or null. The Play panel polls it. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const [playing] = await findPlaying(platform.db, platform.now(), [actor.id])
  return json({ place: playing?.id ?? null })
}
