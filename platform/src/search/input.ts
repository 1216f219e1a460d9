import { z } from 'zod'
import { searchText } from '../foundation/form-values.ts'

/** Query of a search (docs/reference/site-api.md#search). An absent `q` opens the page without results. */
export const searchInput = z.object({
  q: searchText,
  cursor: z.string().optional(),
})

/** `in` is `people` to list people alone. */
export const searchPageInput = searchInput.extend({ in: z.string().optional() })
