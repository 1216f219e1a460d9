/** Returns the URL of a place's icon. It is cached permanently, because each picture has its own name. */
export const iconAddress = (placeId: number, name: string, privateTicket?: string): string =>
  addressOf(`/place/${placeId}/icon.avif`, name, privateTicket)

/**
 * Returns the URL of a place's thumbnail.
 *
 * @param number number of the thumbnail, which it keeps when the order changes
 */
export const thumbnailAddress = (
  placeId: number,
  number: number,
  name: string,
  privateTicket?: string,
): string => addressOf(`/place/${placeId}/thumbnails/${number}.avif`, name, privateTicket)

/** Returns the URL of a picture that waits for review, for its maker and for reviewers. */
export const waitingPictureAddress = (id: string): string => `/develop/pictures/${id}.avif`

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

/** Pictures of a private place are served only with its ticket, except to users who manage it. */
function addressOf(path: string, name: string, privateTicket: string | undefined): string {
  const ticket = privateTicket && `&${new URLSearchParams({ privateServer: privateTicket })}`
  return `${path}?v=${name}${ticket ?? ''}`
}
