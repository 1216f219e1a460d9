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

export interface Size {
  users: number
  playing: number
  pagesPerSecond: number
  /** Processors, including the unused share. */
  siteCores: number
  postgresCores: number
  /** Site processes, each of which uses one processor. */
  processes: number
  machines: number
  databaseGb: number
  heartbeatsPerSecond: number
  engine: string
}

const heartbeatSeconds = 15

/** The largest machines for PostgreSQL that are easy to rent. */
const mostPostgresCores = 96

/** Minimum number of machines, of which one may fail. */
const fewestMachines = 2

export function sizeOf(users: number, costs: Costs, assumed: Assumptions): Size {
  const online = users * assumed.online
  const playing = online * assumed.playing
  const pagesPerSecond = (online * assumed.pagesPerMinute) / 60
  const coresFor = (perPlayer: number, perPage: number, idle = 0) =>
    (playing * perPlayer + pagesPerSecond * perPage + idle) / 1e6 / assumed.use
  const siteCores = coresFor(costs.sitePerPlayer, costs.sitePerPage, costs.idle)
  const postgresCores = coresFor(costs.postgresPerPlayer, costs.postgresPerPage)
  const fitsOne = siteCores + postgresCores <= 1
  const processes = Math.ceil(siteCores)
  return {
    users,
    playing,
    pagesPerSecond,
    siteCores,
    postgresCores,
    processes,
    machines: fitsOne ? 1 : Math.max(fewestMachines, Math.ceil(siteCores / assumed.coresPerMachine)),
    databaseGb: (users * costs.bytesPerUser) / 1e9,
    heartbeatsPerSecond: playing / heartbeatSeconds,
    engine: fitsOne ? 'SQLite' : postgresCores <= mostPostgresCores ? 'PostgreSQL' : 'beyond one PostgreSQL',
  }
}

const whole = (value: number) => Math.ceil(value).toLocaleString('en')
const tenths = (value: number) => (value < 10 ? value.toFixed(1) : whole(value))

const rows: readonly [string, (size: Size) => string][] = [
  ['Players at the busiest hour', ({ playing }) => whole(playing)],
  ['Heartbeats a second', ({ heartbeatsPerSecond }) => whole(heartbeatsPerSecond)],
  ['Pages a second', ({ pagesPerSecond }) => tenths(pagesPerSecond)],
  ['Processors of the sites', ({ siteCores }) => tenths(siteCores)],
  ['Site processes', ({ processes }) => whole(processes)],
  ['Machines of the sites', ({ machines }) => whole(machines)],
  ['Processors of PostgreSQL', ({ postgresCores }) => tenths(postgresCores)],
  ['Database, GB', ({ databaseGb }) => tenths(databaseGb)],
  ['Engine', ({ engine }) => engine],
]

/** Returns the sizes as a Markdown table with a column for each. */
export function tableOfSizes(sizes: readonly Size[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(['Registered users', ...sizes.map(({ users }) => users.toLocaleString('en'))]),
    line(['---', ...sizes.map(() => '---')]),
    ...rows.map(([name, of]) => line([name, ...sizes.map(of)])),
  ].join('\n')
}
