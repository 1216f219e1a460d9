import { similarPlaces } from '@baseplate/platform/places/lists/similar'
import { viewPublicPlace } from '@baseplate/platform/places/public-view'
import { redirect } from '@sveltejs/kit'
import { sharedPicturePath, sharePath } from '#lib/place/share-address.ts'
import { placeCard } from '#lib/server/cards.ts'
import { setDestination } from '#lib/server/destination.ts'
import { placeIdOf } from '#lib/server/request-url.ts'
import type { Actions, PageServerLoad } from './$types'

/** The public page of a place, for everyone with a link and for programs that preview links. */
export const load: PageServerLoad = async ({ locals, params }) => {
  const { platform } = locals
  const place = await viewPublicPlace(platform, placeIdOf(params.id))
  const { baseUrl } = platform.config
  return {
    ...place,
    address: baseUrl + sharePath(place.id),
    picture: baseUrl + sharedPicturePath(place),
    similar: (await similarPlaces(platform, place)).map(placeCard),
  }
}

export const actions: Actions = {
  /** Redirects to the place's own page, which has the Play button. Visitors sign in or register on the way. */
  play: async (event) => {
    const { platform, actor } = event.locals
    const place = await viewPublicPlace(platform, placeIdOf(event.params.id))
    const page = `/place/${place.id}/${place.slug}`
    if (actor) redirect(302, page)
    setDestination(event, page)
    // Most visitors who follow a link are new. If registration needs a key, they rarely have one.
    redirect(302, platform.config.Registration.Keys.Enabled ? '/login' : '/register')
  },
}
