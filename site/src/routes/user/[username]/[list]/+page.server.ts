import { type ProfileList, profileLists, viewPeople } from '@baseplate/platform/people/profiles/people'
import { error } from '@sveltejs/kit'
import { requireActor } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const list = listOf(event.params.list)
  const cursor = event.url.searchParams.get('cursor') ?? undefined
  const { platform } = event.locals
  return { list, ...(await viewPeople(platform, actor, event.params.username, list, cursor)) }
}

const listOf = (text: string): ProfileList =>
  profileLists.find((list) => list === text) ?? error(404, 'Not found')
