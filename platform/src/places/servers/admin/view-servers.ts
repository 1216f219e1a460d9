import { type Clock, day, second } from '@baseplate/service/clock'
import { useCase } from '../../../accounts/door.ts'
import { permissionLevel } from '../../../accounts/rules.ts'
import type { Config } from '../../../foundation/config/schema.ts'
import { parseCursor, toPage } from '../../../foundation/cursor.ts'
import type { Db } from '../../../foundation/database.ts'
import { nameKeyOf } from '../../../foundation/name-key.ts'
import { slugOf } from '../../../foundation/slug.ts'
import { placeInput } from '../../input.ts'
import { placeNotFound } from '../../rules.ts'
import { listPlayers } from '../../sessions/queries.ts'
import { type KnownServers, type Orchestrator, OrchestratorFailure } from '../client.ts'
import { whyNotStart } from '../rules.ts'
import { listInput, type ServerFilter } from './input.ts'
import { findServedPlaces, listWithHeartbeat } from './queries.ts'
import { isBefore, orphanedServer, rankOf, type Server, serversForModerators } from './rules.ts'

const perPage = 50

/** Self-hosted servers are listed for this long after their last heartbeat. */
const listedFor = day
const selfHostedMax = 5_000

interface Viewing {
  db: Db
  now: Clock
  config: Pick<Config, 'Gameservers' | 'Orchestrator'>
  orchestrator: Orchestrator
}

/** How current the list of dedicated servers is. */
interface OrchestratorContact {
  /** `none`: this instance has no orchestrator. */
  orchestrator: 'reachable' | 'unreachable' | 'none'
  /** When the orchestrator listed its servers, in Unix milliseconds; null: never. */
  listedAt: number | null
}

/** @throws Refused `invalid` for an unknown cursor. */
export const viewServers = useCase(
  {
    summary:
      'Lists the game servers that match a filter. Dedicated servers are listed if they run or have failed, and self-hosted servers if they have sent a heartbeat within a day.',
    scope: 'moderate',
    level: permissionLevel.moderator,
    input: listInput,
  },
  async (platform: Viewing, _actor, filter) => {
    const after = parseCursor(filter.cursor)
    const { servers, ...contact } = await readServers(platform)
    const ranked = rank(servers, filter)
    const remaining = after ? ranked.filter((one) => isBefore(after, one, filter.sort)) : ranked
    const { rows, next } = toPage(remaining.slice(0, perPage + 1), perPage)
    return { ...contact, servers: rows.map(({ server }) => server), next }
  },
)

export const exportServers = useCase(
  {
    summary: 'Exports all servers that pass the filters of the page.',
    scope: 'moderate',
    level: permissionLevel.moderator,
    input: listInput,
  },
  async (platform: Viewing, _actor, filter) => readAll(platform, filter),
)

async function* readAll(platform: Viewing, filter: ServerFilter) {
  const { servers } = await readServers(platform)
  for (const { server } of rank(servers, filter)) yield server
}

/** @throws Refused `missing` */
export const viewServersOf = useCase(
  {
    summary: "Returns a place's servers, its players, and whether a dedicated server can be started.",
    scope: 'moderate',
    level: permissionLevel.moderator,
    input: placeInput,
  },
  async (platform: Viewing, actor, { id: placeId }) => {
    const { db, now, config } = platform
    const [place] = await findServedPlaces(db, [placeId], now())
    if (!place) throw placeNotFound()
    const hosting = config.Gameservers.Hosting
    const [{ known, ...contact }, players] = await Promise.all([
      contactOrchestrator(platform),
      listPlayers(db, now(), placeId, actor.id),
    ])
    const listed = known?.servers.find((server) => server.placeId === placeId)
    const servers = serversForModerators(place, listed, {
      hosting,
      unreachable: contact.orchestrator !== 'reachable',
      now: now(),
    })
    const { name, owner } = place
    return {
      ...contact,
      placeId,
      name,
      owner,
      slug: slugOf(name),
      /** Whether a dedicated server can be started for the place. */
      dedicated: whyNotStart(place, hosting) === undefined,
      servers,
      players: players.map(({ username, portrait }) => ({ username, portrait })),
    }
  },
)

async function contactOrchestrator({
  config,
  orchestrator,
}: Viewing): Promise<OrchestratorContact & { known: KnownServers | undefined }> {
  const none = { orchestrator: 'none', listedAt: null, known: undefined } as const
  if (config.Gameservers.Hosting === 'Selfhosted') return none
  try {
    const known = await orchestrator.servers()
    return { orchestrator: 'reachable', listedAt: known.at, known }
  } catch (error) {
    if (!(error instanceof OrchestratorFailure)) throw error
    const known = orchestrator.lastServers
    if (!known && !config.Orchestrator.Command) return none
    return { orchestrator: 'unreachable', listedAt: known?.at ?? null, known }
  }
}

async function readServers(platform: Viewing): Promise<OrchestratorContact & { servers: Server[] }> {
  const { db, now, config } = platform
  const time = now()
  const [{ known, ...contact }, alive] = await Promise.all([
    contactOrchestrator(platform),
    listWithHeartbeat(db, Math.floor((time - listedFor) / second), selfHostedMax),
  ])
  const listed = new Map(known?.servers.map((server) => [server.placeId, server]))
  const places = await findServedPlaces(db, [...new Set([...listed.keys(), ...alive])], time)
  const view = {
    hosting: config.Gameservers.Hosting,
    unreachable: contact.orchestrator !== 'reachable',
    now: time,
  }
  const served = places.flatMap((place) => serversForModerators(place, listed.get(place.id), view))
  for (const { id } of places) listed.delete(id)
  return { ...contact, servers: [...served, ...[...listed.values()].map(orphanedServer)] }
}

/** Returns the servers that match a filter, in its order. */
function rank(servers: readonly Server[], { q, state, kind, sort }: ServerFilter) {
  const key = nameKeyOf(q)
  const matches = (server: Server) =>
    (state === undefined || server.state === state) &&
    (kind === undefined || server.kind === kind) &&
    (key === '' ||
      String(server.placeId) === key ||
      nameKeyOf(server.name).includes(key) ||
      (server.owner ?? '').toLowerCase() === key)
  return servers
    .filter(matches)
    .map((server) => ({ created: rankOf(server, sort), id: server.id, server }))
    .toSorted((one, other) => (isBefore(one, other, sort) ? -1 : 1))
}
