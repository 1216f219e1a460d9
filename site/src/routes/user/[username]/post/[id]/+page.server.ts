import { viewThread } from '@baseplate/platform/people/posts/view'
import { asActor } from '#lib/server/as-actor.ts'
import { postActions } from '#lib/server/post-actions.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const cursor = event.url.searchParams.get('cursor') ?? undefined
  return viewThread(platform, actor, event.params.id, cursor)
}

export const actions = postActions
