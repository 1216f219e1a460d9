import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import pg from 'pg'
import { type MortalSite, type MortalSites, services } from './mortal-sites.ts'

/** Kinds of faults. `session` ends one of the connections to PostgreSQL. */
const kinds = ['kill', 'freeze', 'session', ...services] as const

export interface Fault {
  kind: (typeof kinds)[number]
  /** Index of the site among the running ones. */
  site: number
  /** Length of a cut. */
  ms: number
}

const intervalMs = 1_000
const frozenMs = 5_000
const longestCutMs = 3_000

/** Every kind of fault once, in any order. */
const round = fc
  .tuple(
    fc.shuffledSubarray([...kinds], { minLength: kinds.length }),
    fc.array(fc.record({ site: fc.nat({ max: 5 }), ms: fc.integer({ min: 1, max: longestCutMs }) }), {
      minLength: kinds.length,
      maxLength: kinds.length,
    }),
  )
  .map(([order, places]) => places.map((place, index) => ({ kind: order[index] ?? 'kill', ...place })))

/** Returns one fault for each second. The seed decides them. Every kind occurs once before any occurs again. */
export const scheduleFaults = (seconds: number, seed: number): Fault[] =>
  fc
    .sample(fc.noBias(round), { seed, numRuns: Math.ceil(seconds / kinds.length) })
    .flat()
    .slice(0, seconds)

/** Inflicts one fault a second until the test is over. Resolves when all sites run again, and all proxies pass data. */
export async function inflict(
  product: MortalSites,
  faults: readonly Fault[],
  note: (text: string) => void,
  isOver: () => boolean,
): Promise<void> {
  const down = new Set<MortalSite>()
  const repairs: Promise<void>[] = []
  for (const fault of faults) {
    if (isOver()) break
    const up = product.sites.filter((site) => !down.has(site))
    const site = up[fault.site % up.length]
    if (site) {
      note(`${fault.kind} of site ${product.sites.indexOf(site)}`)
      down.add(site)
      repairs.push(suffer(product, site, fault).finally(() => down.delete(site)))
    }
    await setTimeout(intervalMs)
  }
  await Promise.all(repairs)
}

async function suffer({ databaseUrl }: MortalSites, site: MortalSite, { kind, ms }: Fault): Promise<void> {
  if (kind === 'kill') {
    await site.kill()
    await site.start()
  } else if (kind === 'freeze') {
    site.freeze()
    await setTimeout(frozenMs)
    site.thaw()
  } else if (kind === 'session') {
    await endSession(databaseUrl)
  } else {
    const proxy = site.proxies[kind]
    proxy.cut()
    await setTimeout(ms)
    proxy.mend()
  }
}

/** Ends a session of PostgreSQL, preferably one in a transaction. */
async function endSession(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
      order by state like '%transaction%' desc limit 1`)
  } finally {
    await client.end()
  }
}
