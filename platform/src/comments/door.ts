import type { Limit } from '../foundation/limits.ts'
import type { Services } from '../foundation/services.ts'
import type {} from './tables.ts'
import { createCommentLimit } from './write.ts'

/** Parts that the domain adds to the running platform. */
export interface Comments {
  commentLimit: Limit
}

export const openComments = ({ limitCounts }: Services): Comments => ({
  commentLimit: createCommentLimit(limitCounts),
})
