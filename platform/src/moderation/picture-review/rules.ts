import { slugOf } from '../../foundation/slug.ts'
import { groupPath } from '../../people/groups/rules.ts'

/** A picture that waits for review, with what it is for. */
export interface WaitingPicture {
  id: string
  kind: 'icon' | 'thumbnail'
  /** The game that it is for; null: a group. */
  placeId: number | null
  groupId: number | null
  /** Name of the game or the group. */
  title: string
  ownerId: string
  /** Null: the owner's account is deleted. */
  owner: string | null
  /** Beginning of the picture's hash, and its bytes. */
  name: string
  size: number
  since: number
}

type Pictured = Pick<WaitingPicture, 'kind' | 'placeId' | 'title'>

/** Returns the path of the game or the group that a picture is for. */
export const pagePath = ({ placeId, title }: Pictured): string =>
  placeId === null ? groupPath(title) : `/place/${placeId}/${slugOf(title)}`

/** Returns the path of the page where its owner uploaded a picture. */
export const uploadPath = (picture: Pictured): string =>
  `${pagePath(picture)}/settings${picture.kind === 'thumbnail' ? '/pictures' : ''}`
