import { createGroup } from '@baseplate/platform/people/groups/create'
import { groupPrice } from '@baseplate/platform/people/groups/rules'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import type { Actions, PageServerLoad } from './$types'

/** Returns the price of a new group. */
export const load: PageServerLoad = (event) => {
  asActor(event)
  return { cost: groupPrice }
}

export const actions: Actions = {
  default: actorAction(
    'create',
    async ({ platform, actor }, fields) => {
      const { path } = await createGroup(platform, actor, fields)
      redirect(302, path)
    },
    ({ name = '' }) => name.trim() !== '',
  ),
}
