import type { Door, Forgetting } from '../foundation/door.ts'
import type { Services } from '../foundation/services.ts'
import { eraseComments } from './erase.ts'
import { exports } from './export.ts'
import type {} from './tables.ts'
import { createCommentLimit } from './write.ts'

export { commentInput } from './input.ts'
export { countUpdateComments, findComment, hideComment, showComment } from './queries.ts'
export { type Comment, commentsPerPage, viewComments } from './view-comments.ts'
export { isVisible } from './visible.ts'
export { type Commented, type Commenting, writeComment } from './write.ts'

export const door = {
  limits: ({ limitCounts }: Services) => ({ commentLimit: createCommentLimit(limitCounts) }),
  erase: eraseComments,
  exports,
} satisfies Door<Services & Forgetting<'comment'>>
