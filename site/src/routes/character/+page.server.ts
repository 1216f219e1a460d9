import { dress, setColours, takeOff, wear } from '@baseplate/platform/avatars/dress'
import { deleteOutfit, saveOutfit, shareOutfit, wearOutfit } from '@baseplate/platform/avatars/outfits/change'
import { viewCharacter } from '@baseplate/platform/avatars/view-character'
import { asActor } from '#lib/server/as-actor.ts'
import { actorAction } from '#lib/server/form.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

/** Sections of the page that are shown one at a time. */
const sections = ['wardrobe', 'outfits', 'colours'] as const

/** Returns what the player wears, and a page of the items that they can put on. */
export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const { searchParams } = event.url
  const character = await viewCharacter(platform, actor, {
    type: searchParams.get('type') ?? undefined,
    after: searchParams.get('after') ?? undefined,
  })
  return { ...character, show: sections.find((name) => name === searchParams.get('show')) ?? 'wardrobe' }
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
  dress: actorAction('dress', async ({ platform, actor }, fields) => {
    await dress(platform, actor, fields)
    return { message: t('dressing.undo.done') }
  }),
  colours: actorAction('colours', async ({ platform, actor }, fields) => {
    await setColours(platform, actor, fields)
    return { message: t('avatars.colours.done') }
  }),
  saveoutfit: actorAction('saveoutfit', async ({ platform, actor }, fields) => {
    const { id, name } = await saveOutfit(platform, actor, fields)
    return { id, message: t('dressing.outfits.saved', { name }) }
  }),
  wearoutfit: actorAction('outfit', async ({ platform, actor }, fields) => {
    const { name } = await wearOutfit(platform, actor, fields)
    return { message: t('avatars.wardrobe.wear.done', { name }) }
  }),
  shareoutfit: actorAction('outfit', async ({ platform, actor }, fields) => {
    await shareOutfit(platform, actor, fields)
    return undefined
  }),
  deleteoutfit: actorAction('outfit', async ({ platform, actor }, fields) => {
    await deleteOutfit(platform, actor, fields)
    return undefined
  }),
}
