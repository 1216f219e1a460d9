import { Refused } from '@baseplate/platform/foundation/errors'
import { type ProfileList, profileLists, viewPeople } from '@baseplate/platform/people/door'
import { asActor } from '#lib/server/as-actor.ts'
import { atPresentName } from '#lib/server/former-names.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

/** The address names the user and the list. */
const params = { username: String, list: listOf }

export const load: PageServerLoad = handles(
  operationWith(viewPeople, params),
  async (event: PageServerLoadEvent) => {
    const { platform, actor } = asActor(event)
    const { username } = event.params
    const list = listOf(event.params.list)
    const people = await atPresentName(event, () =>
      viewPeople(platform, actor, { ...queryOf(event), username, list }),
    )
    return { list, ...people }
  },
)

function listOf(text: string | undefined): ProfileList {
  const found = profileLists.find((list) => list === text)
  if (!found) throw new Refused('site.not_found')
  return found
}
