import { InvalidFields } from '@baseplate/platform/foundation/errors'
import type { RequestEvent } from '@sveltejs/kit'
import { textOf } from './language.ts'
import { queryOf } from './request-url.ts'

/** Messages about a query by the parameter that was refused. Only pages have them. */
export interface RefusedFields {
  [parameter: string]: string
}

/**
 * Reads a list by the query of its URL. If filters are invalid, a page shows the list without them, and a message at the field
 * of each. Programs get the refusal.
 *
 * @param fields parameters that the page has a field for; by default, all but the cursor
 * @throws InvalidFields
 */
export async function readList<List extends object>(
  event: RequestEvent,
  read: (query: Record<string, string>) => Promise<List>,
  fields?: readonly string[],
): Promise<List & { refused?: RefusedFields }> {
  const url = new URL(event.url)
  const refused: RefusedFields = {}
  const hasField = (name: string) =>
    url.searchParams.has(name) && (fields ? fields.includes(name) : name !== 'cursor')
  for (;;) {
    try {
      const list = await read(queryOf({ url }))
      return Object.keys(refused).length > 0 ? { ...list, refused } : list
    } catch (error) {
      const problems = error instanceof InvalidFields ? Object.entries(error.problems) : []
      if (event.isSubRequest || problems.length === 0 || !problems.every(([name]) => hasField(name)))
        throw error
      for (const [name, problem] of problems) {
        refused[name] = textOf(problem)
        url.searchParams.delete(name)
      }
      event.locals.hasInvalidQuery = true
    }
  }
}
