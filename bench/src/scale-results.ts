import { figure, type Measurement } from './measurement.ts'
import type { Summary } from './players.ts'

/** The same load on some number of sites. */
export interface Phase {
  sites: number
  seconds: number
  /** Pages that readers got. */
  pages: number
  pageErrors: readonly string[]
  /** Requests of players. */
  kinds: Record<string, Summary>
  siteSeconds: number
  postgresSeconds: number
  statements: number
  heartbeatStatements: number
}

export interface Scaled {
  players: number
  users: number
  databaseBytes: number
  /** One site without any request. */
  idle: Phase
  /** One site with players, but without readers. */
  playersOnly: Phase
}

/** Maximum ratio of the processor time per request to that of one site with the same load per site. */
const mostRatio = 1.1

/** Several sites that share the whole load, and one site with the share of each. */
export interface Comparison {
  shared: Phase
  alone: Phase
}

/** Names of the measurements from which `tools/sizing.ts` computes machines. */
export const sizingNames = {
  idle: 'scale: idle site',
  sitePerPlayer: 'scale: site, for each player',
  postgresPerPlayer: 'scale: PostgreSQL, for each player',
  sitePerPage: 'scale: site, for each page',
  postgresPerPage: 'scale: PostgreSQL, for each page',
  bytesPerUser: 'scale: database, for each user',
} as const

type Part = 'siteSeconds' | 'postgresSeconds'

const requestsOf = ({ kinds, pages }: Phase) =>
  Object.values(kinds).reduce((sum, { answers }) => sum + answers, pages)

const perRequest = (phase: Phase, part: Part) => (phase[part] * 1e6) / requestsOf(phase)

/** @param one one site under the whole load */
export function measureScale(scaled: Scaled, one: Phase, several: readonly Comparison[]): Measurement[] {
  // Otherwise a renamed column would look like a platform without statements.
  if (one.heartbeatStatements === 0) throw new Error('no statement of heartbeats was found')
  return [
    ...measuredOn(one, 'scale: 1 site'),
    ...several.flatMap(({ shared, alone }) => [
      ...measuredOn(alone, `scale: 1 site, 1/${shared.sites} of the load`),
      ...compared(shared, one, alone),
      ...measuredOn(shared, `scale: ${shared.sites} sites`),
    ]),
    ...costs(scaled, one),
  ]
}

/**
 * Compares several sites with one site that has the same load per site, because machines are added as load grows. Also
 * compares them with one site that has all of the load.
 */
function compared(phase: Phase, one: Phase, alone: Phase): Measurement[] {
  const beside = (title: string, part: Part, peer: Phase, target = {}) =>
    figure(
      `scale: ${phase.sites} sites, processor time of ${title}`,
      perRequest(phase, part),
      'µs a request',
      `one site, equal load ${peer === one ? 'in total' : 'for each'}`,
      { peer: perRequest(peer, part), ...target },
    )
  return [
    beside('sites', 'siteSeconds', alone, { target: { atMostShare: mostRatio } }),
    beside('sites', 'siteSeconds', one),
    beside('PostgreSQL', 'postgresSeconds', alone),
    beside('PostgreSQL', 'postgresSeconds', one),
  ]
}

function measuredOn(phase: Phase, name: string): Measurement[] {
  const kinds = Object.values(phase.kinds)
  const errors = kinds.reduce((sum, kind) => sum + kind.errors, phase.pageErrors.length)
  const firstError = kinds.find((kind) => kind.errors > 0)?.firstError ?? phase.pageErrors[0]
  const requests = requestsOf(phase)
  const [site, postgres] = [perRequest(phase, 'siteSeconds'), perRequest(phase, 'postgresSeconds')]
  const costs = `${(phase.statements / requests).toFixed(2)} statements, ${site.toFixed(0)} and ${postgres.toFixed(0)} µs each`
  const heartbeats = phase.heartbeatStatements / phase.seconds / phase.sites
  return [
    figure(`${name}, requests`, requests / phase.seconds, 'requests/s', costs),
    figure(`${name}, statements of heartbeats`, heartbeats, 'a second per site', 'limit', {
      // The measured time may contain one flush more than it has seconds.
      target: { atMost: 1 + 1 / phase.seconds },
    }),
    figure(`${name}, errors`, errors, 'errors', firstError ?? `in ${phase.seconds.toFixed(0)} s`, {
      target: { atMost: 0 },
    }),
  ]
}

function costs({ players, users, databaseBytes, idle, playersOnly }: Scaled, one: Phase): Measurement[] {
  const perSecond = (part: Part, phase: Phase) => (phase[part] * 1e6) / phase.seconds
  const perPlayer = (part: Part) => (perSecond(part, playersOnly) - perSecond(part, idle)) / players
  const perPage = (part: Part) =>
    (perSecond(part, one) - perSecond(part, playersOnly)) / (one.pages / one.seconds)
  const [player, page] = ['with heartbeats and joins', 'mix of pages']
  return [
    figure(sizingNames.idle, perSecond('siteSeconds', idle), 'µs a second', 'background jobs'),
    figure(sizingNames.sitePerPlayer, perPlayer('siteSeconds'), 'µs a second', player),
    figure(sizingNames.postgresPerPlayer, perPlayer('postgresSeconds'), 'µs a second', player),
    figure(sizingNames.sitePerPage, perPage('siteSeconds'), 'µs a page', page),
    figure(sizingNames.postgresPerPage, perPage('postgresSeconds'), 'µs a page', page),
    figure(sizingNames.bytesPerUser, databaseBytes / users, 'bytes', 'with indexes'),
  ]
}
