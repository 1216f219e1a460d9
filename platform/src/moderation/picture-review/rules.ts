import { slugOf } from '../../foundation/slug.ts'
import { groupPath } from '../../people/groups/rules.ts'
import type { WaitingPicture } from './queries.ts'

type Pictured = Pick<WaitingPicture, 'kind' | 'placeId' | 'title'>

/** Returns the path of the game or the group that a picture is for. */
export const pagePath = ({ placeId, title }: Pictured): string =>
  placeId === null ? groupPath(title) : `/place/${placeId}/${slugOf(title)}`

/** Returns the path of the page where its owner uploaded a picture. */
export const uploadPath = (picture: Pictured): string =>
  `${pagePath(picture)}/settings${picture.kind === 'thumbnail' ? '/pictures' : ''}`
