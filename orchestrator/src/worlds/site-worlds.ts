import { z } from 'zod'

/** Time for the site to reserve a number. */
const reserveMs = 10_000

/** Responses after which a retry is pointless: the world is outdated or too large, or this site stores none of the place. */
const finalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 409, 413])

const reservation = z.object({ number: z.int().min(1) })

/** The site refused a world permanently. */
export class WorldRefused extends Error {
  override name = 'WorldRefused'
}

/** The site cannot take a world now. */
export class SiteUnavailable extends Error {
  override name = 'SiteUnavailable'
}

/** The world of a server that runs or has ended. */
export interface Sender {
  placeId: number
  /** The run ticket of the server. */
  ticket: string
  signal: AbortSignal
}

/** The site's endpoints for worlds: docs/reference/client-protocol.md#worlds. All functions throw WorldRefused or SiteUnavailable. */
export interface SiteWorlds {
  /** Reserves the number of the next world. @param after number of the world that the server continues; 0: none */
  reserve(sender: Sender, after: number): Promise<number>
  /** Sends a world. @throws any error of the source, and then the site stores nothing */
  send(
    sender: Sender,
    number: number,
    cause: 'stop' | 'interval',
    source: AsyncIterable<Uint8Array>,
  ): Promise<void>
}

export function createSiteWorlds(siteUrl: string): SiteWorlds {
  const ask = async (
    { placeId, ticket, signal }: Sender,
    query: Record<string, string>,
    init: RequestInit & { duplex?: 'half' },
  ): Promise<string> => {
    const url = `${siteUrl}/game/${placeId}/world?${new URLSearchParams({ ticket, ...query })}`
    const response = await fetch(url, { redirect: 'error', signal, ...init }).catch((error: Error) => {
      const { message } = error.cause instanceof Error ? error.cause : error
      throw new SiteUnavailable(`the site did not answer: ${message}`)
    })
    const text = await response.text().catch(() => '')
    if (response.ok) return text
    const message = `the site answered ${response.status} ${text.slice(0, 200)}`
    throw finalStatuses.has(response.status) ? new WorldRefused(message) : new SiteUnavailable(message)
  }
  return {
    async reserve(sender, after) {
      const signal = AbortSignal.any([sender.signal, AbortSignal.timeout(reserveMs)])
      const text = await ask(sender, { after: String(after) }, { method: 'POST', signal })
      return reservation.parse(JSON.parse(text)).number
    },
    async send(sender, number, cause, source) {
      let failure: unknown
      async function* watched() {
        try {
          yield* source
        } catch (error) {
          failure = error
          throw error
        }
      }
      try {
        const body = ReadableStream.from(watched())
        await ask(sender, { number: String(number), cause }, { method: 'PUT', body, duplex: 'half' })
      } catch (error) {
        throw failure ?? error
      }
    },
  }
}
