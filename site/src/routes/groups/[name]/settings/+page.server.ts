import { addGroupPlace, removeGroupPlace } from '@baseplate/platform/people/groups/places'
import {
  mayOpenGroupSettings,
  removeGroupIcon,
  updateGroup,
  viewGroupSettings,
  withdrawGroupIcon,
} from '@baseplate/platform/people/groups/settings'
import { maxIconBytes } from '@baseplate/platform/places/pictures/rules'
import { redirect } from '@sveltejs/kit'
import { asActor } from '#lib/server/as-actor.ts'
import { placeCard } from '#lib/server/cards.ts'
import { actorAction, fileAction } from '#lib/server/form.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { platform, actor } = asActor(event)
  const { places, ...group } = await viewGroupSettings(platform, actor, event.params.name)
  return { ...group, places: places.map(placeCard) }
}

export const actions: Actions = {
  view: fileAction(
    'view',
    { field: 'icon', maxBytes: maxIconBytes },
    async ({ platform, actor, event }, fields, icon) => {
      const { waits } = await updateGroup(platform, actor, event.params.name, fields, icon)
      return { message: t(waits ? 'groups.settings.icon_waits' : 'groups.settings.saved') }
    },
  ),
  removeicon: actorAction('removeicon', async ({ platform, actor, event }) => {
    await removeGroupIcon(platform, actor, event.params.name)
    return undefined
  }),
  /** Withdraws an icon that waits for review. */
  withdraw: actorAction('withdraw', async ({ platform, actor, event }, fields) => {
    await withdrawGroupIcon(platform, actor, event.params.name, fields)
    return { message: t('common.waiting_picture.withdrawn') }
  }),
  addplace: actorAction('addplace', async ({ platform, actor, event }, fields) => {
    await addGroupPlace(platform, actor, event.params.name, fields)
    return { message: t('groups.settings.added') }
  }),
  removeplace: actorAction('removeplace', async ({ platform, actor, event }, fields) => {
    const { name } = event.params
    await removeGroupPlace(platform, actor, name, fields)
    event.locals.hasActed = true
    // The member's last game was removed, and they may not add another one.
    if (!(await mayOpenGroupSettings(platform, actor, name)))
      redirect(303, `/groups/${encodeURIComponent(name)}`)
    return undefined
  }),
}
