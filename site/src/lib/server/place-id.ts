import { parsePlaceId } from '@baseplate/platform/places/input'
import { error } from '@sveltejs/kit'

/** The place id of an address; anything but a decimal number is an address that does not exist. */
export function placeIdOf(text: string): number {
  return parsePlaceId(text) ?? error(404, 'Place not found')
}
