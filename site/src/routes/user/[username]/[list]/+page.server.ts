import { type ProfileList, profileLists, viewPeople } from '@baseplate/platform/people/profiles/people'
import { error } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const list = listOf(event.params.list)
  const cursor = event.url.searchParams.get('cursor') ?? undefined
  return { list, ...(await viewPeople(platform, actor, event.params.username, list, cursor)) }
}

const listOf = (text: string): ProfileList =>
  profileLists.find((list) => list === text) ?? error(404, 'Not found')
