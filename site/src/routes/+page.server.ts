import { countUsers } from '@baseplate/platform/accounts/door'
import { countPlayers, listPopularPlaces } from '@baseplate/platform/places/door'
import { redirect } from '@sveltejs/kit'
import { placeCard } from '#lib/server/cards.ts'
import { handles } from '#lib/server/operation.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

/** Places on the landing page: a large one, and 12 in whole rows of 2, 3 or 4. In rows of 5, only 10 are shown. */
const shown = 13

const start = {
  summary: 'Lists the public places that are the most popular now.',
  scope: 'read',
} as const

export const load: PageServerLoad = handles(start, async ({ locals }: PageServerLoadEvent) => {
  if (locals.actor) redirect(302, '/home')
  const { db, now } = locals.platform
  const [places, playing, accounts] = await Promise.all([
    listPopularPlaces(locals.platform, shown),
    countPlayers(db, now()),
    countUsers(db),
  ])
  return { places: places.map(placeCard), playing, accounts }
})
