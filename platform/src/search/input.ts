import { z } from 'zod'

/** Decisions, section 7, for searches; without `q` there is nothing to look for yet. */
export const searchInput = z.object({
  q: z.string().trim().max(100, { error: 'Search for at most 100 characters' }).default(''),
  cursor: z.string().optional(),
})
