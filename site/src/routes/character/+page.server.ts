import { setColours } from '@baseplate/platform/avatars/set-colours'
import { viewCharacter } from '@baseplate/platform/avatars/view-character'
import { takeOff, wear } from '@baseplate/platform/avatars/wear'
import { formAction } from '#lib/server/form.ts'
import { requireActor } from '#lib/server/session.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const { searchParams } = event.url
  return viewCharacter(event.locals.platform, requireActor(event), {
    type: searchParams.get('type') ?? undefined,
    after: searchParams.get('after') ?? undefined,
  })
}

export const actions: Actions = {
  wear: formAction('wear', async (event, fields) => {
    const { name } = await wear(event.locals.platform, requireActor(event), fields)
    return { message: `You wear ${name}` }
  }),
  takeoff: formAction('wear', async (event, fields) => {
    await takeOff(event.locals.platform, requireActor(event), fields)
    return { message: 'It is off' }
  }),
  colours: formAction('colours', async (event, fields) => {
    await setColours(event.locals.platform, requireActor(event), fields)
    return { message: 'Your colours are saved' }
  }),
}
