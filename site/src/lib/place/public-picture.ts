import type { PublicPlace } from '@baseplate/platform/places/door'
import { type ArtShape, artAddress } from '#lib/components/place-art.ts'
import { iconAddress, thumbnailAddress } from '#lib/components/place-picture.ts'

type Pictured = Pick<PublicPlace, 'id' | 'icon' | 'thumbnails'>

/**
 * Returns the URL of a public place's picture: the icon for a square, the first thumbnail for a wide picture. Each stands in
 * for the other, and a drawn picture for both.
 */
export function publicPicture({ id, icon, thumbnails: [first] }: Pictured, shape: ArtShape): string {
  const ofIcon = icon && iconAddress(id, icon)
  const ofThumbnail = first && thumbnailAddress(id, first.number, first.name)
  const own = shape === 'square' ? ofIcon || ofThumbnail : ofThumbnail || ofIcon
  return own || artAddress(id, shape)
}
