import { Refused } from '@baseplate/platform/foundation/errors'
import { maxFormBytes } from '@baseplate/service/form-limits'
import { readBody } from '../read-body.ts'
import type { ClassicContext } from './call.ts'

/**
 * Returns the fields of a call, by names in lower case: those of the query, then those of the body. A body is a form, or the text of a
 * JSON object. Clients name neither reliably in `Content-Type`.
 *
 * @throws Refused `oversize`; `invalid`: the body is incomplete or broken JSON
 */
export async function fieldsOf(c: ClassicContext): Promise<URLSearchParams> {
  const fields = new URLSearchParams(new URL(c.req.url).search)
  if (c.req.method !== 'POST') return fields
  const body = await readText(c)
  for (const [name, value] of body.trimStart().startsWith('{') ? valuesIn(body) : new URLSearchParams(body))
    fields.append(name.toLowerCase(), value)
  return fields
}

/** Returns the body of a call as text. @throws Refused as `fieldsOf` */
export const readText = async (c: ClassicContext): Promise<string> =>
  (await readBody(c.env.incoming, maxFormBytes, () => new Refused('requests.too_large'))).toString()

/** Returns the values of a JSON object. Each value of a list is one value of its field. */
function valuesIn(json: string): [name: string, value: string][] {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    throw new Refused('input.request_invalid')
  }
  return Object.entries(parsed ?? {}).flatMap(([name, value]: [string, unknown]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  )
}
