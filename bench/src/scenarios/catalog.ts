import { slugOf } from '@baseplate/platform/foundation/slug'
import { type Measurement, percentile } from '../measurement.ts'
import { paced } from '../paced.ts'
import { type Populated, startPopulated } from '../populated.ts'
import { seedSessions } from '../seed.ts'
import { firstAsset, nameOf, seedSimulatedAssets } from '../simulated-assets.ts'
import { type MeteredLoad, processorTimeVersus } from '../versus.ts'

const few = 1_000
const connections = 8
const seconds = 3

/** Maximum ratio to the time with a thousand assets. */
const mostRatio = 1.5

const sorts = ['new', 'price', 'sold']
const shirts = '11'

/** Texts that occur in no name, or in at least 200 names on both platforms, which is as many as are ranked. */
const compared = ['h', 'm', 'den', 'ing', 'wing', 'win', 'zzz', 'no one', '%', '"']

/** Maximum time of a search, in ms. */
const searchMs = 30

/** Searches on the large platform, by kind. */
const searches: Record<string, readonly string[]> = {
  'common parts': ['den', 'hood', 'own', 'ack', 'n wings', 'ape', 'armour'],
  'rare parts': ['quokka', 'uokk', 'the q', 'f the quokka 1', '99999', '777 '],
  'no match': ['zebra', 'zzz', 'hoodie', 'crownx', 'golden wings of', 'qwertyuiop', '日本語'],
  'one or two letters': ['a', 'o', 'g', 'q', '7', 'go', 'ho', 'zz', 'ü'],
  'hostile queries': [
    'aaa',
    '%',
    '%%%',
    '"',
    '""" or "',
    '___',
    '*',
    'den*',
    '\\',
    "' or 1=1 --",
    'en '.repeat(33),
  ],
}
const timesEach = 60

/** Assets renamed per second during searches. */
const writesPerSecond = 40
const writingSeconds = 10

/** Measures the catalog and its search on a platform of a million assets, against one of a thousand. */
export async function catalog(options: { assets: number; database: string }): Promise<Measurement[]> {
  const small = await populated(few, options.database)
  const large = await populated(options.assets, options.database)
  try {
    const measurements = await pages(large, small)
    measurements.push(await versus('search', large, small, () => compared.map(searchPath)))
    for (const [name, queries] of Object.entries(searches)) {
      measurements.push(await searching(large, small, name, queries))
    }
    return [...measurements, await searchingDuringWrites(large)]
  } finally {
    await small.stop()
    await large.stop()
  }
}

interface Stocked extends Populated {
  assets: number
  /** Cookies of the makers in turn. */
  makers: string[]
}

async function populated(assets: number, database: string): Promise<Stocked> {
  let makers: string[] = []
  const started = await startPopulated(
    database,
    `${assets.toLocaleString('en')} assets`,
    async (platform) => {
      makers = await seedSessions(platform, await seedSimulatedAssets(platform, assets))
    },
  )
  return { ...started, assets, makers }
}

const headers = { Accept: 'application/json' }

const ask = async (url: string) => (await (await fetch(url, { headers })).json()) as { pages: number }

/**
 * Measures each order, for all types and for one: its first page and the middle one, which is the farthest from either
 * end.
 */
async function pages(large: Stocked, small: Stocked): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const sort of sorts) {
    const lists = [`/catalog?sort=${sort}`, `/catalog?sort=${sort}&type=${shirts}`]
    const middle = ({ product }: Stocked) =>
      Promise.all(
        lists.map(async (list) => {
          const { pages } = await ask(product.baseUrl + list)
          return `${list}&page=${Math.ceil(pages / 2)}`
        }),
      )
    measurements.push(await versus(`by ${sort}, first page`, large, small, () => lists))
    measurements.push(await versus(`by ${sort}, page in the middle`, large, small, middle))
  }
  return measurements
}

async function versus(
  name: string,
  large: Stocked,
  small: Stocked,
  pathsOf: (stocked: Stocked) => readonly string[] | Promise<readonly string[]>,
): Promise<Measurement> {
  const load = async (stocked: Stocked): Promise<MeteredLoad> => ({
    url: stocked.product.baseUrl,
    connections,
    seconds,
    headers,
    paths: await pathsOf(stocked),
    processorSeconds: stocked.processorSeconds,
  })
  const { product, peer } = await processorTimeVersus(await load(large), await load(small))
  return {
    name: `/catalog, ${name}, ${large.assets.toLocaleString('en')} assets`,
    value: product,
    unit: 'ms of processor',
    against: `with ${few.toLocaleString('en')} assets`,
    peer,
    target: { atMostShare: mostRatio },
  }
}

const searchPath = (q: string) => `/catalog/search?${new URLSearchParams({ q })}`

/** Measures single searches, alternating between the platforms so that other load on the machine affects both alike. */
async function searching(
  large: Stocked,
  small: Stocked,
  name: string,
  queries: readonly string[],
): Promise<Measurement> {
  const times: number[] = []
  const peers: number[] = []
  const before = await large.processorSeconds()
  for (let at = 0; at < timesEach * queries.length; at++) {
    const q = queries[at % queries.length] ?? ''
    times.push(await searchTime(large, q))
    peers.push(await searchTime(small, q))
  }
  const worked = ((await large.processorSeconds()) - before) * 1_000
  return {
    name: `/catalog/search, ${name}, ${large.assets.toLocaleString('en')} assets, p95`,
    value: percentile(times, 95),
    unit: 'ms',
    against: `median ${percentile(times, 50).toFixed(1)}, of processor ${(worked / times.length).toFixed(1)}; with ${few.toLocaleString('en')}`,
    peer: percentile(peers, 95),
    target: { atMost: searchMs },
  }
}

async function searchTime({ product }: Stocked, q: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(`${product.baseUrl}${searchPath(q)}`, { headers })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`a search was answered with ${response.status}`)
  return performance.now() - started
}

/** Measures searches while makers rename assets. Each new name changes every index of names. */
async function searchingDuringWrites(large: Stocked): Promise<Measurement> {
  const queries = Object.values(searches).flat()
  const searchWhile = async (going: () => boolean) => {
    const times: number[] = []
    while (going()) times.push(await searchTime(large, queries[times.length % queries.length] ?? ''))
    return percentile(times, 95)
  }
  let left = queries.length * 10
  const alone = await searchWhile(() => left-- > 0)
  const writing = paced(writesPerSecond, writingSeconds, (at) => rename(large, at)).then((renamed) =>
    Promise.all(renamed),
  )
  let written = false
  const [meanwhile] = await Promise.all([
    searchWhile(() => !written),
    writing.finally(() => (written = true)),
  ])
  return {
    name: `/catalog/search while ${writesPerSecond} assets a second are renamed, p95`,
    value: meanwhile,
    unit: 'ms',
    against: 'without renames',
    peer: alone,
    target: { atMost: searchMs },
  }
}

async function rename({ product, assets, makers }: Stocked, at: number): Promise<void> {
  // Spread over all names.
  const asset = (at * 7_919) % assets
  const response = await fetch(
    `${product.baseUrl}/catalog/${firstAsset + asset}/${slugOf(nameOf(asset))}/settings?/update`,
    {
      method: 'POST',
      body: new URLSearchParams({
        name: `Renamed ${nameOf(asset)}`,
        description: '',
        price: '1',
        forSale: 'on',
      }),
      headers: { ...headers, Cookie: makers[asset % makers.length] ?? '' },
    },
  )
  if (response.status !== 200)
    throw new Error(`a rename was answered with ${response.status} ${await response.text()}`)
}
