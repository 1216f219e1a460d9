import type { RefusalCode } from '@baseplate/platform/foundation/problem'
import { reasonOf } from '@baseplate/platform/foundation/reasons'
import { refusalStatus } from '@baseplate/platform/foundation/refusal-status'
import '@baseplate/platform/refusals'
import { readShipped } from '../../texts/src/read.ts'
import { commonErrors, errorsOfAll } from './notes/document.ts'
import type { Reached } from './reach.ts'
import type { Results } from './results.ts'

const texts = readShipped('en')

/** Describes the responses of an operation: its results with their headers, and the refusals that its code can reach. */
export function responsesOf(results: Results, reached: Reached, isText: boolean, headers?: object) {
  const responses: Record<string, object> = {}
  for (const [status, content] of results)
    responses[status] = { ...successOf(status, content), ...(headers && { headers }) }
  for (const status of reached.statuses)
    if (status < 400) responses[status] ??= successOf(status, status === 206 ? results.get(200) : {})
  const codes = [...reached.texts].filter((text): text is RefusalCode => `refusals.${text}` in texts).sort()
  for (const [status, of] of Map.groupBy(codes, (code) => refusalStatus[reasonOf(code)]))
    responses[status] = errorOf(status, isText, ` Codes: ${of.map((code) => `\`${code}\``).join(', ')}.`)
  for (const status of [...reached.statuses, ...errorsOfAll])
    if (status >= 400)
      responses[status] ??= { $ref: `#/components/responses/${isText ? 'Text' : 'Json'}${status}` }
  return responses
}

const successOf = (status: number, content: object = {}): object => ({
  description:
    { 201: 'Created.', 202: 'Begun.', 304: 'Not changed.' }[status] ??
    (status >= 300 ? 'Redirect to `Location`.' : 'Success.'),
  ...(Object.keys(content).length > 0 && { content }),
})

/** Describes an error. Form actions with invalid fields have messages for each field. */
function errorOf(status: number, isText: boolean, codes = ''): object {
  const description = `${commonErrors[status]}${codes}`
  if (isText) return { description, content: { 'text/plain': { schema: { type: 'string' } } } }
  const refusal = { $ref: '#/components/schemas/Refusal' }
  const fields = { $ref: '#/components/schemas/InvalidFields' }
  const schema = status === 400 ? { anyOf: [refusal, fields] } : refusal
  return { description, content: { 'application/json': { schema } } }
}

/** Describes the errors without codes of their own, to which operations refer. */
export const sharedErrors = (paths: object): Record<string, object> =>
  Object.fromEntries(
    JSON.stringify(paths)
      .matchAll(/"#\/components\/responses\/((Json|Text)(\d+))"/g)
      .map(([, name, kind, status]) => [name, errorOf(Number(status), kind === 'Text')]),
  )
