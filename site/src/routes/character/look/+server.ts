import { viewLook } from '@baseplate/platform/avatars/view-character'
import { json } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import type { RequestHandler } from './$types'

/** Sends what the player wears, for trying items on. */
export const GET: RequestHandler = async (event) => {
  const { platform, actor } = asActor(event)
  const { colours, worn } = await viewLook(platform, actor.id)
  return json(
    { colours, worn: worn.map(({ id, type }) => ({ id, type })) },
    { headers: { 'cache-control': 'private, no-store' } },
  )
}
