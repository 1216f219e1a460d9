import { viewWonBadges } from '@baseplate/platform/badges/door'
import { asActor } from '#lib/server/as-actor.ts'
import { atPresentName } from '#lib/server/former-names.ts'
import { handles, operationWith } from '#lib/server/operation.ts'
import { queryOf } from '#lib/server/request-url.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

export const load: PageServerLoad = handles(
  operationWith(viewWonBadges, { username: String }),
  async (event: PageServerLoadEvent) => {
    const { platform, actor } = asActor(event)
    const { username } = event.params
    return atPresentName(event, () => viewWonBadges(platform, actor, { ...queryOf(event), username }))
  },
)
