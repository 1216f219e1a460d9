import type { Platform } from '@baseplate/platform/platform'
import { startDatabase } from './database.ts'
import { type Load, type Measured, versus } from './load.ts'
import { figure, type Measurement } from './measurement.ts'
import { type Product, startProduct } from './product.ts'
import { timed } from './progress.ts'

export const few = 1_000

/** Maximum ratio to the time with a thousand rows. */
const mostRatio = 1.5

/** A product whose database was filled before it started. */
export interface Filled<Seeded> {
  product: Product
  seeded: Seeded
  /** Processes of site and database. */
  pids: readonly number[]
}

/** Requests to compare: they differ between the platforms in the rows that they name. */
export interface Asked<Seeded> {
  name: string
  paths: (filled: Filled<Seeded>) => readonly string[] | Promise<readonly string[]>
  cookies?: (seeded: Seeded) => readonly string[]
  /** `application/json` by default. */
  accept?: string
  /** How the small platform differs, so that its time is no limit. */
  unlike?: string
}

/** A platform with many rows, and the same with a thousand. They end with the block that holds them. */
export interface Grown<Seeded> extends AsyncDisposable {
  large: Filled<Seeded>
  small: Filled<Seeded>
  /** Measures the processor time of requests on the large platform against that on the small one, in turns. */
  compare(asked: Asked<Seeded>): Promise<Measurement>
}

/** @param database `SQLite` or `PostgreSQL` @param title describes the rows */
export async function startGrown<Seeded>(
  database: string,
  title: string,
  rows: number,
  seed: (platform: Platform, rows: number) => Promise<Seeded>,
): Promise<Grown<Seeded>> {
  const ending = new AsyncDisposableStack()
  const start = async (count: number): Promise<Filled<Seeded>> => {
    const postgres = database === 'PostgreSQL' ? ending.use(await startDatabase()) : undefined
    const all: Seeded[] = []
    const fill = async (platform: Platform) => all.push(await seed(platform, count))
    const named = `filling ${count.toLocaleString('en')} ${title}`
    const environment = postgres && { DATABASE_URL: postgres.url }
    const product = ending.use(await timed(named, () => startProduct(fill, environment)))
    const [seeded] = all
    if (seeded === undefined) throw new Error('nothing was seeded')
    return { product, seeded, pids: [product.site.pid, ...(postgres ? [postgres.pid] : [])] }
  }
  const small = await start(few)
  const large = await start(rows)
  return {
    large,
    small,
    compare: (asked) => compare(asked, large, small, `${rows.toLocaleString('en')} ${title}`),
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  }
}

async function compare<Seeded>(
  { name, paths, cookies, accept = 'application/json', unlike }: Asked<Seeded>,
  large: Filled<Seeded>,
  small: Filled<Seeded>,
  rows: string,
): Promise<Measurement> {
  const loadOf = async (filled: Filled<Seeded>): Promise<Load> => ({
    url: filled.product.baseUrl,
    connections: 8,
    seconds: 3,
    headers: { Accept: accept },
    paths: await paths(filled),
    cookies: cookies?.(filled.seeded) ?? [],
    pids: filled.pids,
  })
  // Processor time, unlike throughput, is hardly affected by other users of the machine.
  const { product, peer } = await versus(await loadOf(large), await loadOf(small))
  const msOf = ({ processorUs = Number.NaN }: Measured) => processorUs / 1_000
  const against = `with ${few.toLocaleString('en')}${unlike ? `, ${unlike}` : ''}`
  return figure(`${name}, ${rows}`, msOf(product), 'ms of processor', against, {
    peer: msOf(peer),
    ...(!unlike && { target: { atMostShare: mostRatio } }),
  })
}

/** Reads JSON of a site. */
export async function readJson<Data>({ product }: Filled<unknown>, path: string): Promise<Data> {
  const response = await fetch(product.baseUrl + path, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
  return (await response.json()) as Data
}
