import type { ClassicContext } from './call.ts'

/** Forms of classic calls have a few short fields. */
const maxFormBytes = 64 * 1024

/**
 * Returns a parameter of a call, from the query or from the form of a POST; undefined: it has neither.
 *
 * @param name in lower case. Clients write it in any letter case.
 */
export async function parameterOf(c: ClassicContext, name: string): Promise<string | undefined> {
  const inQuery = c.req.query(name)
  if (inQuery !== undefined || c.req.method !== 'POST') return inQuery
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(c.req.header('Content-Type') ?? '')
  if (!isForm || !(Number(c.req.header('Content-Length')) <= maxFormBytes)) return undefined
  const fields = new URLSearchParams(await c.req.text())
  return [...fields].find(([key]) => key.toLowerCase() === name)?.[1]
}
