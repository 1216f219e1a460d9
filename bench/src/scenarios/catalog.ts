import { type Filled, type Grown, readJson, startGrown } from '../grown.ts'
import { figure, type Measurement, millisecondsOf, percentile } from '../measurement.ts'
import { seedSimulatedAssets } from '../simulated-assets.ts'

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

const searchPath = (q: string) => `/catalog/search?${new URLSearchParams({ q })}`

/** Measures the catalog and its search on a platform of a million assets, against one of a thousand. */
export async function catalog(options: { assets: number; database: string }): Promise<Measurement[]> {
  await using grown = await startGrown(options.database, 'assets', options.assets, seedSimulatedAssets)
  const measurements: Measurement[] = []
  for (const sort of sorts) {
    const lists = [`/catalog?sort=${sort}`, `/catalog?sort=${sort}&type=${shirts}`]
    const middle = (filled: Filled<unknown>) => Promise.all(lists.map((list) => middleOf(filled, list)))
    measurements.push(await grown.compare({ name: `/catalog, by ${sort}, first page`, paths: () => lists }))
    measurements.push(
      await grown.compare({ name: `/catalog, by ${sort}, page in the middle`, paths: middle }),
    )
  }
  measurements.push(await grown.compare({ name: '/catalog, search', paths: () => compared.map(searchPath) }))
  for (const [kind, queries] of Object.entries(searches))
    measurements.push(await searching(grown, kind, queries))
  return measurements
}

/** Returns the path of the page that is the farthest from either end. */
async function middleOf(filled: Filled<unknown>, list: string): Promise<string> {
  const { pages } = await readJson<{ pages: number }>(filled, list)
  return `${list}&page=${Math.ceil(pages / 2)}`
}

/** Measures single searches, alternating between the platforms so that other load on the machine affects both alike. */
async function searching(
  { large, small }: Grown<unknown>,
  kind: string,
  queries: readonly string[],
): Promise<Measurement> {
  const times: number[] = []
  const peers: number[] = []
  for (let at = 0; at < timesEach * queries.length; at++) {
    const path = searchPath(queries[at % queries.length] ?? '')
    times.push(await millisecondsOf(() => readJson(large, path)))
    peers.push(await millisecondsOf(() => readJson(small, path)))
  }
  const against = `median ${percentile(times, 50).toFixed(1)}; with a thousand`
  return figure(`/catalog/search, ${kind}, p95`, percentile(times, 95), 'ms', against, {
    peer: percentile(peers, 95),
    target: { atMost: searchMs },
  })
}
