export const maxBadgeNameLength = 50

/** Badges of a place that its page shows. */
export const badgesOnPage = 6

/** Badges of a player that the profile shows. */
export const badgesOnProfile = 12

/** Badges on one page of a player's list. */
export const wonPerPage = 48

export const badgeIconsFolder = 'badge-icons'

/** Pictures are named by their content, so that a file never changes. One that waits for review is served to nobody by this name. */
export const badgeIconName = (placeId: number, icon: string): string =>
  `${badgeIconsFolder}/${placeId}-${icon}.avif`

/** Returns the id of a picture that waits for review. A picture that replaces it has another id. */
export const waitingIdOf = ({ id, waiting }: { id: number; waiting: string }): string => `${id}-${waiting}`

/** Returns the badge and the hash of a waiting picture's id; undefined: it is the id of another picture. */
export function parseWaitingId(text: string): { id: number; waiting: string } | undefined {
  const [, id, waiting] = /^([1-9]\d{0,8})-([0-9a-f]{16})$/.exec(text) ?? []
  return id && waiting ? { id: Number(id), waiting } : undefined
}

export const badgesPath = (place: { id: number; slug: string }): string =>
  `/place/${place.id}/${place.slug}/badges`

/** Returns the share of the players of a place who have won a badge, from 0 to 1; null: nobody has played it. */
export const rarityOf = (awarded: number, players: number): number | null =>
  players === 0 ? null : Math.min(1, awarded / players)
