import { type Filled, readJson, startGrown } from '../grown.ts'
import type { Measurement } from '../measurement.ts'
import { seedSimulatedAssets } from '../simulated-assets.ts'

const sorts = ['new', 'price', 'sold']
const shirts = '11'

/** Texts that occur in no name, or in at least 200 names on both platforms, which is as many as are ranked. */
const searched = ['h', 'm', 'den', 'ing', 'wing', 'win', 'zzz', 'no one', '%', '"']

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
  const paths = () => searched.map((q) => `/catalog/search?${new URLSearchParams({ q })}`)
  return [...measurements, await grown.compare({ name: '/catalog, search', paths })]
}

/** Returns the path of the page that is the farthest from either end. */
async function middleOf(filled: Filled<unknown>, list: string): Promise<string> {
  const { pages } = await readJson<{ pages: number }>(filled, list)
  return `${list}&page=${Math.ceil(pages / 2)}`
}
