/** Measured costs: microseconds of a processor, and bytes. */
export interface Costs {
  /** A second of a site without requests. */
  idle: number
  /** A second of a player's heartbeats and joins. */
  sitePerPlayer: number
  postgresPerPlayer: number
  sitePerPage: number
  postgresPerPage: number
  bytesPerUser: number
}

export interface Assumptions {
  /** Share of the registered users who are online at the busiest hour. */
  online: number
  /** Share of the online users who play. */
  playing: number
  /** Pages that each online user requests. */
  pagesPerMinute: number
  /** Share of each processor that is used at the busiest hour. */
  use: number
  coresPerMachine: number
}

const heartbeatSeconds = 15

/** The largest machines for PostgreSQL that are easy to rent. */
const mostPostgresCores = 96

/** Minimum number of machines, of which one may fail. */
const fewestMachines = 2

export type Size = ReturnType<typeof sizeOf>

/** Computes the processors, including their unused share, and machines for this many registered users. */
export function sizeOf(users: number, costs: Costs, assumed: Assumptions) {
  const online = users * assumed.online
  const playing = online * assumed.playing
  const pagesPerSecond = (online * assumed.pagesPerMinute) / 60
  const coresFor = (perPlayer: number, perPage: number, idle = 0) =>
    (playing * perPlayer + pagesPerSecond * perPage + idle) / 1e6 / assumed.use
  const siteCores = coresFor(costs.sitePerPlayer, costs.sitePerPage, costs.idle)
  const postgresCores = coresFor(costs.postgresPerPlayer, costs.postgresPerPage)
  const fitsOne = siteCores + postgresCores <= 1
  return {
    users,
    playing,
    pagesPerSecond,
    siteCores,
    postgresCores,
    // Each process uses one processor.
    processes: Math.ceil(siteCores),
    machines: fitsOne ? 1 : Math.max(fewestMachines, Math.ceil(siteCores / assumed.coresPerMachine)),
    databaseGb: (users * costs.bytesPerUser) / 1e9,
    heartbeatsPerSecond: playing / heartbeatSeconds,
    engine: fitsOne ? 'SQLite' : postgresCores <= mostPostgresCores ? 'PostgreSQL' : 'beyond one PostgreSQL',
  }
}

const whole = (value: number) => Math.ceil(value).toLocaleString('en')
const tenths = (value: number) => (value < 10 ? value.toFixed(1) : whole(value))

/** Returns the rows of a table with a column for each size. */
export const rowsOfSizes = (sizes: readonly Size[]): string[][] => [
  ['Registered users', ...sizes.map(({ users }) => users.toLocaleString('en'))],
  ['Players at the busiest hour', ...sizes.map(({ playing }) => whole(playing))],
  ['Heartbeats a second', ...sizes.map(({ heartbeatsPerSecond }) => whole(heartbeatsPerSecond))],
  ['Pages a second', ...sizes.map(({ pagesPerSecond }) => tenths(pagesPerSecond))],
  ['Processors of the sites', ...sizes.map(({ siteCores }) => tenths(siteCores))],
  ['Site processes', ...sizes.map(({ processes }) => whole(processes))],
  ['Machines of the sites', ...sizes.map(({ machines }) => whole(machines))],
  ['Processors of PostgreSQL', ...sizes.map(({ postgresCores }) => tenths(postgresCores))],
  ['Database, GB', ...sizes.map(({ databaseGb }) => tenths(databaseGb))],
  ['Engine', ...sizes.map(({ engine }) => engine)],
]
