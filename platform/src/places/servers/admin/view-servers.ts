import type { Actor } from '../../../accounts/rules.ts'
import type { Db } from '../../../database.ts'
import { type Clock, day, second } from '../../../foundation/clock.ts'
import type { Config } from '../../../foundation/config/schema.ts'
import { parseCursor, toPage } from '../../../foundation/cursor.ts'
import { Refused } from '../../../foundation/errors.ts'
import { parseInput } from '../../../foundation/input.ts'
import { nameKeyOf } from '../../../foundation/name-key.ts'
import { slugOf } from '../../../foundation/slug.ts'
import { listPlayers } from '../../sessions/queries.ts'
import { type KnownServers, type Orchestrator, OrchestratorFailure } from '../client.ts'
import { startFault } from '../rules.ts'
import { listInput, type ServerFilter } from './input.ts'
import { findServed, listHeard } from './queries.ts'
import { isBefore, permitServers, rankOf, type Server, serverOfNobody, serversOf } from './rules.ts'

const perPage = 50

/** Servers of makers' own are shown for so long after they were heard of last, and so many of them at most. */
const shownFor = day
const heardMax = 5_000

interface Looking {
  db: Db
  now: Clock
  config: Pick<Config, 'Gameservers' | 'Orchestrator'>
  orchestrator: Orchestrator
}

/** Whether what is said of dedicated servers is of this moment. */
export interface Word {
  /** `none`: nothing is configured to start any. */
  orchestrator: 'there' | 'away' | 'none'
  /** When it said what is shown of dedicated servers, in Unix milliseconds; null: never. */
  toldAt: number | null
}

/**
 * Game servers that pass the filter: dedicated ones that run or have failed, and those of makers that were heard of within a day.
 *
 * @throws InvalidFields; Refused `forbidden` below level 4; `invalid` for a cursor that is none.
 */
export async function viewServers(platform: Looking, actor: Actor, input: unknown) {
  permitServers(actor)
  const filter = parseInput(listInput, input)
  const after = parseCursor(filter.cursor)
  const { servers, ...word } = await readServers(platform)
  const ranked = rank(servers, filter)
  const rest = after ? ranked.filter((one) => isBefore(after, one, filter.sort)) : ranked
  const { rows, next } = toPage(rest.slice(0, perPage + 1), perPage)
  return { ...word, servers: rows.map(({ server }) => server), next }
}

/** All that pass the filter, for a file. @throws Refused `forbidden` below level 4; InvalidFields */
export function exportServers(platform: Looking, actor: Actor, input: unknown) {
  permitServers(actor)
  return readAll(platform, parseInput(listInput, input))
}

async function* readAll(platform: Looking, filter: ServerFilter) {
  const { servers } = await readServers(platform)
  for (const { server } of rank(servers, filter)) yield server
}

/**
 * A place's servers, who plays there, and whether one can be started.
 *
 * @throws Refused `forbidden` below level 4; `missing`
 */
export async function viewServersOf(platform: Looking, actor: Actor, placeId: number) {
  permitServers(actor)
  const { db, now, config } = platform
  const [place] = await findServed(db, [placeId], now())
  if (!place) throw new Refused('missing', 'Place not found')
  const hosting = config.Gameservers.Hosting
  const [{ known, ...word }, players] = await Promise.all([
    ask(platform),
    listPlayers(db, now(), placeId, actor.id),
  ])
  const told = known?.servers.find((server) => server.placeId === placeId)
  const servers = serversOf(place, told, { hosting, away: word.orchestrator !== 'there', now: now() })
  const { name, owner } = place
  return {
    ...word,
    ...{ placeId, name, owner, slug: slugOf(name) },
    /** Whether it is one of those that players join on a dedicated server. */
    dedicated: startFault(place, hosting) === undefined,
    servers,
    players: players.map(({ username, portrait }) => ({ username, portrait })),
  }
}

async function ask({ config, orchestrator }: Looking): Promise<Word & { known: KnownServers | undefined }> {
  const none = { orchestrator: 'none', toldAt: null, known: undefined } as const
  if (config.Gameservers.Hosting === 'Selfhosted') return none
  try {
    const known = await orchestrator.servers()
    return { orchestrator: 'there', toldAt: known.at, known }
  } catch (error) {
    if (!(error instanceof OrchestratorFailure)) throw error
    const known = orchestrator.lastServers
    if (!known && !config.Orchestrator.Command) return none
    return { orchestrator: 'away', toldAt: known?.at ?? null, known }
  }
}

async function readServers(platform: Looking): Promise<Word & { servers: Server[] }> {
  const { db, now, config } = platform
  const time = now()
  const [{ known, ...word }, heard] = await Promise.all([
    ask(platform),
    listHeard(db, Math.floor((time - shownFor) / second), heardMax),
  ])
  const told = new Map(known?.servers.map((server) => [server.placeId, server]))
  const places = await findServed(db, [...new Set([...told.keys(), ...heard])], time)
  const seen = { hosting: config.Gameservers.Hosting, away: word.orchestrator !== 'there', now: time }
  const served = places.flatMap((place) => serversOf(place, told.get(place.id), seen))
  for (const { id } of places) told.delete(id)
  return { ...word, servers: [...served, ...[...told.values()].map(serverOfNobody)] }
}

/** In the order that is asked for. */
function rank(servers: readonly Server[], { q, state, kind, sort }: ServerFilter) {
  const key = nameKeyOf(q)
  const isMeant = (server: Server) =>
    (state === undefined || server.state === state) &&
    (kind === undefined || server.kind === kind) &&
    (key === '' ||
      String(server.placeId) === key ||
      nameKeyOf(server.name).includes(key) ||
      (server.owner ?? '').toLowerCase() === key)
  return servers
    .filter(isMeant)
    .map((server) => ({ created: rankOf(server, sort), id: server.id, server }))
    .toSorted((one, other) => (isBefore(one, other, sort) ? -1 : 1))
}
