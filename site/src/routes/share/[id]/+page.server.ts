import { similarPlaces, viewPublicPlace } from '@baseplate/platform/places/door'
import { redirect } from '@sveltejs/kit'
import { sharedPicturePath, sharePath } from '#lib/place/share-address.ts'
import { placeCard } from '#lib/server/cards.ts'
import { setDestination } from '#lib/server/destination.ts'
import { handles } from '#lib/server/operation.ts'
import { page } from '#lib/server/page.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import type { Actions, PageServerLoad, RequestEvent } from './$types'

export const load: PageServerLoad = page(viewPublicPlace, {
  params: { id: placeIdOf },
  data: async (place, { platform }) => {
    const { baseUrl } = platform.config
    return {
      ...place,
      address: baseUrl + sharePath(place.id),
      picture: baseUrl + sharedPicturePath(place),
      similar: (await similarPlaces(platform, place)).map(placeCard),
    }
  },
})

const playing = {
  summary:
    "Redirects to the place's own page, which has the Play button. Visitors sign in or register on the way.",
  scope: 'social',
} as const

export const actions: Actions = {
  play: handles(playing, async (event: RequestEvent) => {
    const { platform, actor } = event.locals
    const place = await viewPublicPlace(platform, actor, { id: placeIdOf(event.params.id) })
    const path = `/place/${place.id}/${place.slug}`
    if (actor) redirect(302, path)
    setDestination(event, path)
    // Most visitors who follow a link are new. If registration needs a key, they rarely have one.
    redirect(302, platform.config.Registration.Keys.Enabled ? '/login' : '/register')
  }),
}
