import { slugOf } from '@baseplate/platform/foundation/slug'
import type { PlaceListing } from '@baseplate/platform/places/lists/queries'

/** A place as its card shows it. */
export const placeItem = (place: PlaceListing) => ({
  ...place,
  slug: slugOf(place.name),
  ownerUsername: place.ownerUsername ?? '',
})
