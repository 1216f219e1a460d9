import { badgesPath } from '../../badges/rules.ts'
import { slugOf } from '../../foundation/slug.ts'
import { groupPath } from '../../people/groups/rules.ts'

/** A picture that waits for review, with what it is for. */
export interface WaitingPicture {
  id: string
  kind: 'icon' | 'thumbnail'
  /** The game that it is for; null: a group. */
  placeId: number | null
  groupId: number | null
  /** The badge of the game that it is for; null: it is for the game itself, or a group. */
  badgeId: number | null
  /** Name of the game or the group. */
  title: string
  /** Name of the badge. */
  badge: string | null
  ownerId: string
  /** Null: the owner's account is deleted. */
  owner: string | null
  /** Beginning of the picture's hash, and its bytes. */
  name: string
  size: number
  since: number
}

type Pictured = Pick<WaitingPicture, 'kind' | 'placeId' | 'badgeId' | 'title'>

/** Returns the path of the game or the group that a picture is for. */
export function pagePath({ placeId, badgeId, title }: Pictured): string {
  if (placeId === null) return groupPath(title)
  const place = { id: placeId, slug: slugOf(title) }
  return badgeId === null ? `/place/${placeId}/${place.slug}` : `${badgesPath(place)}/${badgeId}`
}

/** Returns the path of the page where its owner uploaded a picture. */
export const uploadPath = (picture: Pictured): string =>
  picture.badgeId === null
    ? `${pagePath(picture)}/settings${picture.kind === 'thumbnail' ? '/pictures' : ''}`
    : pagePath(picture)
