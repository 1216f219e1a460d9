import { parseAssetId } from '@baseplate/platform/assets/input'
import { error } from '@sveltejs/kit'

/** The asset id of an address; anything but a decimal number is an address that does not exist. */
export function assetIdOf(text: string | undefined): number {
  return parseAssetId(text) ?? error(404, 'Asset not found')
}
