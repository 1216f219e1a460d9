import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { newJoinTicket } from '@baseplate/platform/foundation/ids'
import type { Platform } from '@baseplate/platform/platform'
import { percentile } from './measurement.ts'
import { type GameSession, seedPlaces, seedSessions, seedUsers } from './seed.ts'

/** The interval that the join script sets for clients. */
const heartbeatMs = 15_000

/** Time that a player spends in a game before joining it again. */
const joinEveryMs = 10 * 60_000

const client = { 'User-Agent': 'Client/WinInet' }

/**
 * Each request has a connection of its own, which costs the site more than a connection that is kept between heartbeats.
 */
const agent = new Agent({ keepAlive: false })

/** A simulated user with a session of the site. The ticket is that of the current game session. */
export interface Person extends GameSession {
  cookie: string
}

/** Latencies and errors of one kind of request. */
export interface Summary {
  answers: number
  errors: number
  /** The message of the first error. */
  firstError?: string | undefined
  p50Ms: number
}

/** Players of a platform who send heartbeats and join games, until the end of the block that holds them. */
export interface Players extends Disposable {
  /**
   * Sends the requests of this many players to these sites in turn from now on. Players who have started keep playing.
   * Resolves when every player has sent a heartbeat.
   */
  use(sites: readonly string[], players: number): Promise<void>
  /** Forgets the requests so far. */
  clear(): void
  /** Returns the requests by their kind. */
  summary(): Record<string, Summary>
}

/** Creates players and the places where they will play, but not their game sessions. */
export async function seedPlayers(platform: Platform, players: number, places: number): Promise<Person[]> {
  const users = await seedUsers(platform, players, 'gamer_')
  const cookies = await seedSessions(platform, users)
  const ids = await seedPlaces(platform, users[0] ?? '', places)
  return users.map((userId, at) => ({
    userId,
    cookie: cookies[at] ?? '',
    placeId: ids[at % ids.length] ?? 0,
    ticket: newJoinTicket(),
  }))
}

export function startPlayers(people: readonly Person[]): Players {
  const kinds = new Map<string, { times: number[]; errors: string[] }>()
  let sites: readonly string[] = []
  let playing = 0
  let requests = 0
  const timed: Timed = async (what, path, init = {}) => {
    const { times, errors } = kinds.getOrInsertComputed(what, () => ({ times: [], errors: [] }))
    const started = performance.now()
    try {
      const answer = await ask(new URL(path, sites[requests++ % sites.length]), init)
      times.push(performance.now() - started)
      return answer
    } catch (error) {
      errors.push((error as Error).message)
      throw error
    }
  }
  const inTurn = () => {
    let next = 0
    return () => people[next++ % playing]
  }
  const stops = [
    repeat(
      () => playing / heartbeatMs,
      inTurn(),
      (person) => sendHeartbeat(timed, person),
    ),
    repeat(
      () => playing / joinEveryMs,
      inTurn(),
      (person) => joinGame(timed, person),
    ),
  ]
  return {
    async use(addresses, players) {
      const isGrowing = players > playing
      sites = addresses
      playing = Math.max(playing, players)
      if (isGrowing) await sleep(heartbeatMs)
    },
    clear: () => kinds.clear(),
    summary: () =>
      Object.fromEntries([...kinds].map(([kind, { times, errors }]) => [kind, summaryOf(times, errors)])),
    [Symbol.dispose]: () => {
      for (const stop of stops) stop()
    },
  }
}

const summaryOf = (times: readonly number[], errors: readonly string[]): Summary => ({
  answers: times.length,
  errors: errors.length,
  firstError: errors[0],
  p50Ms: times.length > 0 ? percentile(times, 50) : 0,
})

/** Lets one player after the other act, at an even rate per millisecond. Failures are counted by `timed`. */
function repeat(
  rate: () => number,
  next: () => Person | undefined,
  act: (person: Person) => Promise<unknown>,
): () => void {
  let due = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    due += rate() * (now - last)
    last = now
    for (; due >= 1; due--) {
      const person = next()
      if (person) act(person).catch(() => {})
    }
  }, 5)
  return () => clearInterval(timer)
}

interface Ask {
  method?: string
  headers?: Record<string, string>
}

/** Sends a request whose time or error counts for a kind. Returns the response's text. */
type Timed = (what: string, path: string, init?: Ask) => Promise<string>

const sendHeartbeat = (timed: Timed, { ticket }: Person) =>
  timed('presence', `/Game/ClientPresence?ticket=${ticket}`, { headers: client })

/** Presses Play and requests the ticket, the join script and the character's items, as the launcher and the client do. */
async function joinGame(timed: Timed, person: Person): Promise<void> {
  const headers = { Accept: 'application/json', Cookie: person.cookie }
  const answer = await timed('play', `/place/${person.placeId}/x?/join`, { method: 'POST', headers })
  person.ticket = (JSON.parse(answer) as { ticket: string }).ticket
  const script = await timed('join', `/Game/Join.ashx?ticket=${person.ticket}`, { headers: client })
  const appearance = /"[^"]*(\/asset\/characterfetch\/\w+)"/i.exec(script)?.[1]
  if (appearance === undefined) throw new Error('the join script names no appearance')
  const worn = await timed('appearance', appearance, { headers: client })
  for (const address of worn.split(';')) {
    const { pathname, search } = new URL(address)
    await timed('asset', `${pathname}${search}`, { headers: client })
  }
}

/** Returns the text of a response. @throws when its status is not 200 */
async function ask(url: URL, { method = 'GET', headers = {} }: Ask): Promise<string> {
  const asked = request(url, { method, headers, agent }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const body = await text(response)
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${body.slice(0, 100)}`)
  return body
}
