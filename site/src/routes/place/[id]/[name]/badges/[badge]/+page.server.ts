import { changeBadge, disableBadge, removeBadgeIcon, viewBadge } from '@baseplate/platform/badges/door'
import { action } from '#lib/server/action.ts'
import { page } from '#lib/server/page.ts'
import { badgeIdOf, placeIdOf } from '#lib/server/request-url.ts'
import { underSlug } from '#lib/server/under-slug.ts'
import { t } from '#lib/texts/t.ts'
import type { Actions, PageServerLoad } from './$types'

const params = { id: placeIdOf, badge: badgeIdOf }

export const load: PageServerLoad = page(viewBadge, {
  params,
  data: (found, { event }) => underSlug(event, found, `badges/${found.badge.id}`),
})

export const actions: Actions = {
  change: action('change', changeBadge, {
    params,
    done: ({ waits }) => ({ message: t(waits ? 'badges.saved_waits' : 'badges.saved') }),
  }),
  disable: action('disable', disableBadge, { params }),
  removeicon: action('removeicon', removeBadgeIcon, {
    params,
    done: () => ({ message: t('badges.picture_removed') }),
  }),
}
