import type { Limit } from '../foundation/limits.ts'
import type { Services } from '../foundation/services.ts'
import type {} from './tables.ts'
import { createCommentLimit } from './write.ts'

export { eraseComments } from './erase.ts'
export { commentInput } from './input.ts'
export { countUpdateComments, findComment, hideComment, showComment } from './queries.ts'
export { type Comment, commentsPerPage, viewComments } from './view-comments.ts'
export { isVisible } from './visible.ts'
export { type Commented, type Commenting, writeComment } from './write.ts'

/** Parts that the domain adds to the running platform. */
export interface Comments {
  commentLimit: Limit
}

export const openComments = ({ limitCounts }: Services): Comments => ({
  commentLimit: createCommentLimit(limitCounts),
})
