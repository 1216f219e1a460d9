import { startDatabase } from '../database.ts'
import { versus } from '../load.ts'
import { figure, type Measurement } from '../measurement.ts'
import { startProduct } from '../product.ts'
import { timed } from '../progress.ts'
import { seedSimulatedAssets } from '../simulated-assets.ts'

const few = 1_000

/** Maximum ratio of the processor time to that with a thousand assets. */
const mostRatio = 1.5

const sorts = ['new', 'price', 'sold']
const shirts = '11'

/** Texts that occur in no name, or in at least 200 names on both platforms, which is as many as are ranked. */
const searched = ['h', 'm', 'den', 'ing', 'wing', 'win', 'zzz', 'no one', '%', '"']

const headers = { Accept: 'application/json' }

interface CatalogOptions {
  assets: number
  /** `SQLite` or `PostgreSQL`. */
  database: string
}

/** Measures the catalog and its search on a platform of a million assets, against one of a thousand. */
export async function catalog({ assets, database }: CatalogOptions): Promise<Measurement[]> {
  await using ending = new AsyncDisposableStack()
  const [small, large] = [
    await startFilled(few, database, ending),
    await startFilled(assets, database, ending),
  ]
  const measurements: Measurement[] = []
  const compare = async (title: string, pathsOf: (platform: Filled) => Promise<string[]> | string[]) => {
    const loadOf = async (platform: Filled) => {
      const { baseUrl: url, pids } = platform
      return { url, pids, headers, connections: 8, seconds: 3, paths: await pathsOf(platform) }
    }
    // Processor time, unlike throughput, is hardly affected by other users of the machine.
    const { product, peer } = await versus(await loadOf(large), await loadOf(small))
    const msOf = (microseconds = Number.NaN) => microseconds / 1_000
    const name = `/catalog, ${title}, ${assets.toLocaleString('en')} assets`
    measurements.push(
      figure(name, msOf(product.processorUs), 'ms of processor', `with ${few.toLocaleString('en')}`, {
        peer: msOf(peer.processorUs),
        target: { atMostShare: mostRatio },
      }),
    )
  }
  for (const sort of sorts) {
    const lists = [`/catalog?sort=${sort}`, `/catalog?sort=${sort}&type=${shirts}`]
    await compare(`by ${sort}, first page`, () => lists)
    await compare(`by ${sort}, page in the middle`, (platform) =>
      Promise.all(lists.map((list) => middleOf(platform, list))),
    )
  }
  await compare('search', () => searched.map((q) => `/catalog/search?${new URLSearchParams({ q })}`))
  return measurements
}

/** A product whose database was filled before it started. */
interface Filled {
  baseUrl: string
  /** Processes of site and database. */
  pids: readonly number[]
}

async function startFilled(assets: number, database: string, ending: AsyncDisposableStack): Promise<Filled> {
  const postgres = database === 'PostgreSQL' ? ending.use(await startDatabase()) : undefined
  const environment = postgres && { DATABASE_URL: postgres.url }
  const start = () => startProduct((platform) => seedSimulatedAssets(platform, assets), environment)
  const { baseUrl, site } = ending.use(await timed(`filling ${assets.toLocaleString('en')} assets`, start))
  return { baseUrl, pids: [site.pid, ...(postgres ? [postgres.pid] : [])] }
}

/** Returns the path of the page that is the farthest from either end. */
async function middleOf({ baseUrl }: Filled, list: string): Promise<string> {
  const response = await fetch(baseUrl + list, { headers })
  if (!response.ok) throw new Error(`${list} was answered with ${response.status}`)
  const { pages } = (await response.json()) as { pages: number }
  return `${list}&page=${Math.ceil(pages / 2)}`
}
