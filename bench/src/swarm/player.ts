import { Agent, request } from 'node:http'
import type { GameSession } from '../seed.ts'
import type { Tally } from './tally.ts'

/**
 * Each request has a connection of its own, which costs the site more than a connection that is kept between heartbeats.
 */
const agent = new Agent({ keepAlive: false })

/** A simulated user with a session of the site. The ticket is that of the first game session. */
export interface Person extends GameSession {
  cookie: string
}

/** The HTTP requests of one player, as the classic client and the launcher send them. */
export interface Player {
  sendHeartbeat(): Promise<void>
  /** Presses Play and requests the ticket, the join script and the character's items. */
  join(): Promise<void>
}

/** @param site returns the address of the site for the next request */
export function createPlayer(site: () => string, person: Person, tally: Tally): Player {
  const client = { 'User-Agent': 'Client/WinInet' }
  let { ticket } = person

  const timed = async (what: string, path: string, init: Ask = {}): Promise<string> => {
    const started = performance.now()
    try {
      const { status, text } = await ask(site(), path, init)
      if (status !== 200) throw new Error(`${status} ${text.slice(0, 100)}`)
      tally.answered(what, performance.now() - started)
      return text
    } catch (error) {
      tally.failed(what, (error as Error).message)
      throw error
    }
  }

  return {
    async sendHeartbeat() {
      await timed('presence', `/Game/ClientPresence?ticket=${ticket}`, { headers: client })
    },
    async join() {
      const play = { Accept: 'application/json', Cookie: person.cookie }
      const answer = await timed('play', `/place/${person.placeId}/x?/join`, {
        method: 'POST',
        headers: play,
      })
      ticket = (JSON.parse(answer) as { ticket: string }).ticket
      const script = await timed('join', `/Game/Join.ashx?ticket=${ticket}`, { headers: client })
      const appearance = /"[^"]*(\/asset\/characterfetch\/\w+)"/i.exec(script)?.[1]
      if (appearance === undefined) throw new Error('the join script names no appearance')
      const worn = await timed('appearance', appearance, { headers: client })
      for (const address of worn.split(';')) {
        const { pathname, search } = new URL(address)
        await timed('asset', `${pathname}${search}`, { headers: client })
      }
    },
  }
}

interface Ask {
  method?: string
  headers?: Record<string, string>
}

function ask(
  baseUrl: string,
  path: string,
  { method = 'GET', headers = {} }: Ask,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, baseUrl), { method, headers, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end()
  })
}
