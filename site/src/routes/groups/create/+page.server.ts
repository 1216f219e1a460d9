import { createGroup } from '@baseplate/platform/people/groups/create'
import { groupPrice } from '@baseplate/platform/people/groups/rules'
import { redirect } from '@sveltejs/kit'
import { formAction } from '#lib/server/form.ts'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  requireActor(event)
  return { cost: groupPrice }
}

export const actions: Actions = {
  default: formAction('create', async (event, fields) => {
    const actor = requireActor(event)
    const { path } = await createGroup(event.locals.platform, actor, fields)
    redirect(302, path)
  }),
}
