import type { Measurement } from './measurement.ts'
import type { Summary } from './swarm/tally.ts'

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
  heartbeatMicroseconds: number
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

/** Names of the measurements from which `sizing.ts` computes machines. */
export const sizingNames = {
  idle: 'scale: idle site',
  sitePerPlayer: 'scale: site, for each player',
  postgresPerPlayer: 'scale: PostgreSQL, for each player',
  sitePerPage: 'scale: site, for each page',
  postgresPerPage: 'scale: PostgreSQL, for each page',
  bytesPerUser: 'scale: database, for each user',
} as const

const requestsOf = ({ kinds, pages }: Phase) =>
  Object.values(kinds).reduce((sum, { answers }) => sum + answers, pages)

const errorsOf = ({ kinds, pageErrors }: Phase) =>
  Object.values(kinds).reduce((sum, { errors }) => sum + errors, pageErrors.length)

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

const perRequest = (phase: Phase, key: 'siteSeconds' | 'postgresSeconds') =>
  (phase[key] * 1e6) / requestsOf(phase)

/**
 * Compares several sites with one site that has the same load per site, because machines are added as load grows. Also
 * compares them with one site that has all of the load.
 */
function compared(phase: Phase, one: Phase, alone: Phase): Measurement[] {
  const name = `scale: ${phase.sites} sites`
  const beside = (peer: Phase, key: 'siteSeconds' | 'postgresSeconds') => ({
    value: perRequest(phase, key),
    unit: 'µs a request',
    peer: perRequest(peer, key),
  })
  const [equal, all] = ['one site, equal load for each', 'one site, equal load in total']
  return [
    {
      name: `${name}, processor time of sites`,
      ...beside(alone, 'siteSeconds'),
      against: equal,
      target: { atMostShare: mostRatio },
    },
    { name: `${name}, processor time of sites`, ...beside(one, 'siteSeconds'), against: all },
    { name: `${name}, processor time of PostgreSQL`, ...beside(alone, 'postgresSeconds'), against: equal },
    { name: `${name}, processor time of PostgreSQL`, ...beside(one, 'postgresSeconds'), against: all },
  ]
}

function measuredOn(phase: Phase, name: string): Measurement[] {
  const failed = Object.entries(phase.kinds).find(([, { usualError }]) => usualError !== undefined)
  const failure = failed && `${failed[0]}: ${failed[1].usualError}`
  const requests = requestsOf(phase)
  return [
    {
      name: `${name}, requests`,
      value: requests / phase.seconds,
      unit: 'requests/s',
      against: `${(phase.statements / requests).toFixed(2)} statements, ${costOf(phase)}`,
    },
    {
      name: `${name}, statements of heartbeats`,
      value: phase.heartbeatStatements / phase.seconds / phase.sites,
      unit: 'a second per site',
      against: 'limit',
      // The measured time may contain one flush more than it has seconds.
      target: { atMost: 1 + 1 / phase.seconds },
    },
    {
      name: `${name}, errors`,
      value: errorsOf(phase),
      unit: 'errors',
      against: failure ?? phase.pageErrors[0] ?? `in ${phase.seconds.toFixed(0)} s`,
      target: { atMost: 0 },
    },
  ]
}

const costOf = (phase: Phase) =>
  `${perRequest(phase, 'siteSeconds').toFixed(0)} and ${perRequest(phase, 'postgresSeconds').toFixed(0)} µs each`

function costs({ players, users, databaseBytes, idle, playersOnly }: Scaled, one: Phase): Measurement[] {
  const perSecond = (key: 'siteSeconds' | 'postgresSeconds', phase: Phase) =>
    (phase[key] * 1e6) / phase.seconds
  const perPlayer = (key: 'siteSeconds' | 'postgresSeconds') =>
    (perSecond(key, playersOnly) - perSecond(key, idle)) / players
  const perPage = (key: 'siteSeconds' | 'postgresSeconds') =>
    (perSecond(key, one) - perSecond(key, playersOnly)) / (one.pages / one.seconds)
  const each = 'with heartbeats and joins'
  const cost = (name: string, value: number, unit: string, against: string): Measurement => ({
    name,
    value,
    unit,
    against,
  })
  const projected = (key: 'siteSeconds' | 'postgresSeconds') => (perPlayer(key) * 200_000) / 1e6
  return [
    cost(sizingNames.idle, perSecond('siteSeconds', idle), 'µs a second', 'background jobs'),
    cost(sizingNames.sitePerPlayer, perPlayer('siteSeconds'), 'µs a second', each),
    cost(sizingNames.postgresPerPlayer, perPlayer('postgresSeconds'), 'µs a second', each),
    cost(sizingNames.sitePerPage, perPage('siteSeconds'), 'µs a page', 'mix of pages'),
    cost(sizingNames.postgresPerPage, perPage('postgresSeconds'), 'µs a page', 'mix of pages'),
    cost(sizingNames.bytesPerUser, databaseBytes / users, 'bytes', 'with indexes'),
    cost(
      'scale: 200,000 players, sites',
      projected('siteSeconds'),
      'cores',
      `computed from ${players} players`,
    ),
    cost(
      'scale: 200,000 players, PostgreSQL',
      projected('postgresSeconds'),
      'cores',
      `computed from ${players} players`,
    ),
    cost(
      'scale: heartbeats in PostgreSQL',
      playersOnly.heartbeatMicroseconds / (playersOnly.kinds.presence?.answers ?? 1),
      'µs a heartbeat',
      'planned and executed',
    ),
  ]
}
