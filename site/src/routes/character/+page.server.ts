import { setColours, takeOff, wear } from '@baseplate/platform/avatars/dress'
import { viewCharacter } from '@baseplate/platform/avatars/view-character'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = (event) => {
  const { platform, actor } = asActor(event)
  const { searchParams } = event.url
  return viewCharacter(platform, actor, {
    type: searchParams.get('type') ?? undefined,
    after: searchParams.get('after') ?? undefined,
  })
}

export const actions: Actions = {
  wear: actorAction('wear', async ({ platform, actor }, fields) => {
    const { name } = await wear(platform, actor, fields)
    return { message: t('avatars.wardrobe.wear.done', { name }) }
  }),
  takeoff: actorAction('wear', async ({ platform, actor }, fields) => {
    await takeOff(platform, actor, fields)
    return { message: t('avatars.wardrobe.take_off.done') }
  }),
  colours: actorAction('colours', async ({ platform, actor }, fields) => {
    await setColours(platform, actor, fields)
    return { message: t('avatars.colours.done') }
  }),
}
