/** Returns the URL of a place's icon. It is cached permanently, because each picture has its own name. */
export const iconAddress = (placeId: number, name: string, privateTicket?: string): string =>
  addressOf(`/place/${placeId}/icon.avif`, name, privateTicket)

/**
 * Returns the URL of a place's thumbnail.
 *
 * @param index position of the thumbnail in the place's list
 */
export const thumbnailAddress = (
  placeId: number,
  index: number,
  name: string,
  privateTicket?: string,
): string => addressOf(`/place/${placeId}/thumbnails/${index}.avif`, name, privateTicket)

interface Pictured {
  id: number
  icon: string | null
  thumbnail: { number: number; name: string } | null
  privateTicket?: string
}

/** Returns the URL of the picture on a place's card: its icon or, without one, its first thumbnail. */
export function cardPictureAddress({ id, icon, thumbnail, privateTicket }: Pictured): string | null {
  if (icon) return iconAddress(id, icon, privateTicket)
  return thumbnail && thumbnailAddress(id, thumbnail.number, thumbnail.name, privateTicket)
}

/** Pictures of a private place are served only with its ticket. */
function addressOf(path: string, name: string, privateTicket: string | undefined): string {
  const ticket = privateTicket && `&${new URLSearchParams({ privateServer: privateTicket })}`
  return `${path}?v=${name}${ticket ?? ''}`
}
