import { viewOwnStyling } from '@baseplate/platform/people/door'
import { placeCard } from '#lib/server/cards.ts'
import { page } from '#lib/server/page.ts'
import { settingsActions } from '#lib/server/settings-actions.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = page(viewOwnStyling, {
  data: ({ profile, ...styling }) => ({
    ...styling,
    profile: { ...profile, places: profile.places.map(placeCard) },
  }),
})

export const actions = settingsActions
