import { assetKind } from './asset-kind.ts'
import { commentKind } from './comment-kind.ts'
import type { ContentKind } from './content.ts'
import { groupKind } from './group-kind.ts'
import { placeKind } from './place-kind.ts'
import { postKind } from './post-kind.ts'
import { descriptionKind, stylingKind } from './profile-kinds.ts'
import type { ContentType } from './rules.ts'

/** Everything that can be taken down. To add a type of content, add an entry here and its name to `contentTypes`. */
export const contentKinds = {
  asset: assetKind,
  place: placeKind,
  post: postKind,
  comment: commentKind,
  group: groupKind,
  description: descriptionKind,
  styling: stylingKind,
} satisfies Record<ContentType, ContentKind>
