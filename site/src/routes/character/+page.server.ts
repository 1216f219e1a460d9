import {
  deleteOutfit,
  dress,
  saveOutfit,
  setColours,
  shareOutfit,
  takeOff,
  viewCharacter,
  wear,
  wearOutfit,
} from '@baseplate/platform/avatars/door'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewCharacter)

export const actions: Actions = {
  wear: action('wear', wear, {
    done: ({ name }) => ({ message: t('avatars.wardrobe.wear.done', { name }) }),
  }),
  takeoff: action('wear', takeOff, {
    done: () => ({ message: t('avatars.wardrobe.take_off.done') }),
  }),
  dress: action('dress', dress, { done: () => ({ message: t('dressing.undo.done') }) }),
  colours: action('colours', setColours, { done: () => ({ message: t('avatars.colours.done') }) }),
  saveoutfit: action('saveoutfit', saveOutfit, {
    done: ({ id, name }) => ({ id, message: t('dressing.outfits.saved', { name }) }),
  }),
  wearoutfit: action('outfit', wearOutfit, {
    done: ({ name }) => ({ message: t('avatars.wardrobe.wear.done', { name }) }),
  }),
  shareoutfit: action('outfit', shareOutfit),
  deleteoutfit: action('outfit', deleteOutfit),
}
