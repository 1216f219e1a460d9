import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { refusalStatus } from '@baseplate/platform/foundation/refusal-status'
import { refusalOf } from '@baseplate/platform/foundation/unavailable'
import { BatchRefused, type BudgetState, type ReadEntry } from '@baseplate/platform/game-data/door'

/** Only the caller may know what a game keeps. */
const noStore = { 'Cache-Control': 'no-store' }

export const json = (value: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json(value, { headers: { ...noStore, ...headers } })

/** Returns the value of an entry as it was sent. */
export const valueReply = ({ value, version, created, updated, players }: ReadEntry): Response =>
  new Response(value, {
    headers: {
      ...noStore,
      'Content-Type': 'application/json',
      ETag: tagOf(version),
      'X-Created': new Date(created).toISOString(),
      'X-Updated': new Date(updated).toISOString(),
      'X-Players': players,
    },
  })

export const tagOf = (version: number | string): string => `"${version}"`

/** Returns the response to a refusal: its code, its message, and the values of the message. Undefined for any other error. */
export function refusalReply(error: unknown): Response | undefined {
  const refused = error instanceof Error ? refusalOf(error) : undefined
  if (!refused) return undefined
  const { message, reason, retryAfter, problem } = refused
  const { code, values } = problem
  const failed = error instanceof BatchRefused ? { operation: error.failed } : {}
  return Response.json(
    { code, message, ...values, ...failed },
    {
      status: refusalStatus[reason],
      headers: {
        ...noStore,
        ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
        ...(code === 'data.changed' && values.version !== '0' ? { ETag: tagOf(values.version ?? '') } : {}),
      },
    },
  )
}

/** Adds the fields of https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ to a response. */
export function addBudget(response: Response, budget: BudgetState | null): void {
  if (!budget) return
  const { kind, size, left } = budget
  const secondsToFull = Math.ceil(((size - left) * 60) / size)
  response.headers.set('RateLimit-Policy', `"${kind}";q=${size};w=60`)
  response.headers.set('RateLimit', `"${kind}";r=${left};t=${secondsToFull}`)
}

/** Calls a function once a response has been sent, or its client is gone. */
export function afterResponse(outgoing: ServerResponse, done: () => void): void {
  if (outgoing.closed || outgoing.destroyed) done()
  else void once(outgoing, 'close').then(done, done)
}
