import { z } from 'zod'
import { searchText } from '../foundation/form-values.ts'

/** Decisions, section 7, for searches; without `q` there is nothing to look for yet. */
export const searchInput = z.object({
  q: searchText,
  cursor: z.string().optional(),
})
