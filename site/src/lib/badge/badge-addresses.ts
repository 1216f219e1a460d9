import { artAddress } from '#lib/components/place-art.ts'

/** A game, as addresses name it. */
export interface BadgePlace {
  id: number
  slug: string
}

const withTicket = (privateTicket: string | undefined): string =>
  privateTicket ? `?${new URLSearchParams({ privateServer: privateTicket })}` : ''

/** Returns the URL of the page of all badges of a game. */
export const badgesAddress = ({ id, slug }: BadgePlace, privateTicket?: string): string =>
  `/place/${id}/${slug}/badges${withTicket(privateTicket)}`

/** Returns the URL of the page of a badge. */
export const badgeAddress = (place: BadgePlace, badgeId: number, privateTicket?: string): string =>
  `/place/${place.id}/${place.slug}/badges/${badgeId}${withTicket(privateTicket)}`

/** Returns the URL of a badge's picture or, without one, of a picture drawn from its id. */
export const badgePicture = (
  placeId: number,
  { id, icon }: { id: number; icon: string | null },
  privateTicket?: string,
): string =>
  icon
    ? `/place/${placeId}/badges/${id}-${icon}.avif${withTicket(privateTicket)}`
    : artAddress(`badge-${id}`, 'square')
