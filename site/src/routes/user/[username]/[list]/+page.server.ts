import { Refused } from '@baseplate/platform/foundation/errors'
import { type ProfileList, profileLists, viewPeople } from '@baseplate/platform/people/profiles/people'
import { asActor } from '#lib/server/as-actor.ts'
import { atPresentName } from '#lib/server/former-names.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const list = listOf(event.params.list)
  const cursor = event.url.searchParams.get('cursor') ?? undefined
  const people = await atPresentName(event, () =>
    viewPeople(platform, actor, event.params.username, list, cursor),
  )
  return { list, ...people }
}

function listOf(text: string): ProfileList {
  const found = profileLists.find((list) => list === text)
  if (!found) throw new Refused('site.not_found')
  return found
}
