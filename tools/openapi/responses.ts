import type { RefusalCode } from '@baseplate/platform/foundation/problem'
import { reasonOf } from '@baseplate/platform/foundation/reasons'
import { refusalStatus } from '@baseplate/platform/foundation/refusal-status'
import '@baseplate/platform/refusals'
import { readShipped } from '../../texts/src/read.ts'
import { type Exchange, responseHeaders } from './exchanges.ts'
import { commonErrors, errorsIn } from './frame.ts'
import type { Reached } from './reach.ts'
import type { Bodies } from './results.ts'

const prefix = 'refusals.'
const codes = new Set(
  Object.keys(readShipped('en')).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])),
)

/** Describes the responses of an operation: its results, and the refusals that its code can reach. */
export function responsesOf(
  results: Map<number, Bodies>,
  reached: Reached,
  media: string,
  { response }: Exchange,
): Record<string, object> {
  const responses: Record<string, object> = {}
  for (const [status, bodies] of results)
    responses[status] = { ...successOf(status, bodies), ...responseHeaders(response) }
  for (const status of reached.statuses)
    if (status < 400) responses[status] ??= successOf(status, status === 206 ? (results.get(200) ?? {}) : {})
  for (const [status, ofStatus] of Map.groupBy(codesIn(reached), (code) => refusalStatus[reasonOf(code)]))
    responses[status] = {
      description: `${commonErrors[status]} Codes: ${ofStatus.map((code) => `\`${code}\``).join(', ')}.`,
      content: errorsIn(media, status),
    }
  for (const status of reached.statuses) if (status >= 400) responses[status] ??= errorOf(media, status)
  for (const status of [400, 401, 403, 404, 405, 413, 415, 429, 500, 502, 503, 504])
    responses[status] ??= errorOf(media, status)
  return responses
}

const codesIn = ({ texts }: Reached): RefusalCode[] =>
  [...texts].filter((text): text is RefusalCode => codes.has(text)).sort()

const successOf = (status: number, bodies: Bodies): object => ({
  description:
    { 201: 'Created.', 202: 'Begun.', 304: 'Not changed.' }[status] ??
    (status >= 300 ? 'Redirect to `Location`.' : 'Success.'),
  ...(Object.keys(bodies).length > 0 && {
    content: Object.fromEntries(Object.entries(bodies).map(([type, schema]) => [type, { schema }])),
  }),
})

const errorOf = (media: string, status: number): object => ({
  $ref: `#/components/responses/${media === 'text/plain' ? 'Text' : 'Json'}${status}`,
})
