import {
  addGroupPlace,
  mayOpenGroupSettings,
  removeGroupIcon,
  removeGroupPlace,
  updateGroup,
  viewGroupSettings,
  withdrawGroupIcon,
} from '@baseplate/platform/people/door'
import { redirect } from '@sveltejs/kit'
import { action } from '#lib/server/action.ts'
import { placeCard } from '#lib/server/cards.ts'
import { page } from '#lib/server/page.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

/** The address of a group names it. */
const params = { name: String }

export const load: PageServerLoad = page(viewGroupSettings, {
  params,
  data: ({ places, ...group }) => ({ ...group, places: places.map(placeCard) }),
})

export const actions: Actions = {
  view: action('view', updateGroup, {
    params,
    done: ({ waits }) => ({ message: t(waits ? 'groups.settings.icon_waits' : 'groups.settings.saved') }),
  }),
  removeicon: action('removeicon', removeGroupIcon, { params }),
  withdraw: action('withdraw', withdrawGroupIcon, {
    params,
    done: () => ({ message: t('common.waiting_picture.withdrawn') }),
  }),
  addplace: action('addplace', addGroupPlace, {
    params,
    done: () => ({ message: t('groups.settings.added') }),
  }),
  removeplace: action('removeplace', removeGroupPlace, {
    params,
    done: async (_, { platform, actor, event }) => {
      const { name = '' } = event.params
      event.locals.hasActed = true
      // The member's last game was removed, and they may not add another one.
      if (!(await mayOpenGroupSettings(platform, actor, name)))
        redirect(303, `/groups/${encodeURIComponent(name)}`)
      return undefined
    },
  }),
}
