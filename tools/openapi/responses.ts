import { permissionLevel } from '@baseplate/platform/accounts/rules'
import type { RefusalCode } from '@baseplate/platform/foundation/problem'
import { reasonOf } from '@baseplate/platform/foundation/reasons'
import { refusalStatus } from '@baseplate/platform/foundation/refusal-status'
import '@baseplate/platform/refusals'
import { readShipped } from '../../texts/src/read.ts'
import type { Fields } from './fields.ts'
import { commonErrors, errorsOfAll } from './notes/document.ts'
import type { Reached } from './reach.ts'
import type { Results } from './results.ts'

const english = readShipped('en')

/** Lists the codes of the refusals that code and fields can lead to. Nobody is below the level of users. */
export const codesOf = (
  { texts }: Reached,
  { properties, codes }: Fields,
  level: number = permissionLevel.user,
): RefusalCode[] =>
  [...new Set([...texts, ...codes, 'work' in properties && 'accounts.work_required'])]
    .filter((text): text is RefusalCode => `refusals.${text}` in english)
    .filter((code) => code !== 'site.level_too_low' || level > permissionLevel.user)
    .sort()

/** The own responses of an operation, besides the errors that any operation has. */
interface Answers {
  results: Results
  /** Headers of the results. */
  headers: object | undefined
  /** Statuses of responses without a body, of parts of a file, and of errors without codes. */
  statuses: readonly number[]
  codes: readonly RefusalCode[]
}

export function responsesOf({ results, headers, statuses, codes }: Answers, isText: boolean) {
  const refusals = Map.groupBy(codes, (code) => refusalStatus[reasonOf(code)])
  const bodyOf = (status: number) => results.get(status === 206 ? 200 : status)
  const responses = [...errorsOfAll, ...statuses, ...results.keys()].map((status) => [
    status,
    status >= 400
      ? { $ref: `#/components/responses/${nameOf(status, isText)}` }
      : { ...successOf(status, bodyOf(status)), ...(results.has(status) && headers && { headers }) },
  ])
  const refused = [...refusals].map(([status, of]) => [status, errorOf(status, isText, of)])
  return Object.fromEntries([...responses, ...refused])
}

const nameOf = (status: number, isText: boolean) => `${isText ? 'Text' : 'Json'}${status}`

const successOf = (status: number, content: object = {}): object => ({
  description:
    { 201: 'Created.', 202: 'Begun.', 304: 'Not changed.' }[status] ??
    (status >= 300 ? 'Redirect to `Location`.' : 'Success.'),
  ...(Object.keys(content).length > 0 && { content }),
})

/** Describes an error. Form actions with invalid fields have messages for each field. */
function errorOf(status: number, isText: boolean, codes: readonly RefusalCode[] = []): object {
  const listed = codes.length > 0 ? ` Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.` : ''
  const description = `${commonErrors[status]}${listed}`
  if (isText) return { description, content: { 'text/plain': { schema: { type: 'string' } } } }
  const refusal = { $ref: '#/components/schemas/Refusal' }
  const fields = { $ref: '#/components/schemas/InvalidFields' }
  const schema = status === 400 ? { anyOf: [refusal, fields] } : refusal
  return { description, content: { 'application/json': { schema } } }
}

/** Describes the errors without codes of their own, to which operations refer. */
export const sharedErrors: Record<string, object> = Object.fromEntries(
  [true, false].flatMap((isText) =>
    [...errorsOfAll, 412, 416].map((status) => [nameOf(status, isText), errorOf(status, isText)]),
  ),
)
