import { CannotDraw } from '@baseplate/renderer/drawing'
import { findUser } from '../accounts/queries.ts'
import type { Db } from '../database.ts'
import type { Config } from '../foundation/config/schema.ts'
import type { Renderer } from './renders.ts'
import { externalLeaseMs, type RenderSubject, subjectOf } from './rules.ts'
import { assetScript, userScript } from './script.ts'

/** Requests that are handed over at once; what the renderer does with them is its business. */
const lanes = 4

/**
 * Hands requests to another service (docs/reference/renderer.md#external-renderer), which sends the pictures when it has them: `receiveRender`.
 *
 * @param timeoutMs for it to say that it has a request
 */
export function createExternalRenderer(
  platform: { db: Db; config: Pick<Config, 'Renderer' | 'baseUrl'> },
  timeoutMs = 10_000,
): Renderer {
  const { URL: url = '', Key: key } = platform.config.Renderer
  const ending = new AbortController()
  return {
    lanes,
    // How its pictures look is its own business; before the first edition there were no small ones of them.
    edition: 1,
    handsOver: true,
    leaseMs: externalLeaseMs,
    async carryOut({ subject, render_id }) {
      const script = await scriptFor(platform, subject)
      const response = await fetch(`${url.replace(/\/+$/, '')}/${render_id}`, {
        method: 'POST',
        headers: { 'Content-Type': 'text/plain', Authorization: `Bearer ${key}` },
        body: script,
        redirect: 'error',
        signal: AbortSignal.any([ending.signal, AbortSignal.timeout(timeoutMs)]),
      }).catch((error: Error) => {
        const cause = error.name === 'TimeoutError' ? `not within ${timeoutMs / 1000} s` : reasonOf(error)
        throw new Error(`The renderer could not be asked: ${cause}`)
      })
      await response.body?.cancel()
      if (response.ok) return
      const said = `The renderer answered ${response.status}`
      throw isRefusal(response.status) ? new CannotDraw(said) : new Error(said)
    },
    async close() {
      ending.abort()
    },
  }
}

/** Statuses of the 4xx class that ask to try again later: time-out, too early, too many requests. */
const laterStatuses: readonly number[] = [408, 425, 429]

/** Whether the renderer has understood the request, and says no: every other status is that of an outage. */
const isRefusal = (status: number) => status >= 400 && status < 500 && !laterStatuses.includes(status)

/** What `fetch` failed for is one level below. */
const reasonOf = (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message)

/** @throws CannotDraw when the user is gone */
async function scriptFor(
  { db, config }: { db: Db; config: Pick<Config, 'baseUrl'> },
  subject: RenderSubject,
): Promise<string> {
  const { userId, assetId } = subjectOf(subject)
  if (userId === undefined) return assetScript(config.baseUrl, assetId)
  const user = await findUser(db, userId)
  if (!user) throw new CannotDraw('There is no such user any more')
  return userScript(config.baseUrl, user.username)
}
