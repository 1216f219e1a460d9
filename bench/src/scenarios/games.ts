import type { Measurement } from '../measurement.ts'
import { type Populated, startPopulated } from '../populated.ts'
import { seedSimulatedPlaces } from '../simulated-places.ts'
import { type MeteredLoad, processorTimeVersus } from '../versus.ts'

const few = 1_000
const connections = 8
const seconds = 3

/** Maximum ratio to the time with a thousand places. */
const mostRatio = 1.5

/** Pages read of each list. */
const pagesRead = 20

const lists: Record<string, { queries: readonly string[]; pages: number }> = {
  'playing now': { queries: [''], pages: pagesRead },
  'top rated': { queries: ['sort=rated'], pages: pagesRead },
  new: { queries: ['sort=new'], pages: pagesRead },
  // Texts that either fill a page on both platforms or occur on neither.
  search: {
    queries: ['d', 'sk', 'dragon', 'arbour', 'cape', 'obby', 'igh', 'y t', 'pixel_t', 'no one'].map(
      (q) => `${new URLSearchParams({ q })}`,
    ),
    pages: 1,
  },
}

/** Measures the lists of games on a platform of a million places, against one of a thousand. */
export async function games(options: { games: number; database: string }): Promise<Measurement[]> {
  const small = await populated(few, options.database)
  const large = await populated(options.games, options.database)
  try {
    const measurements: Measurement[] = []
    for (const [name, list] of Object.entries(lists)) {
      const { product, peer } = await processorTimeVersus(await load(large, list), await load(small, list))
      measurements.push({
        name: `/games, ${name}, ${options.games.toLocaleString('en')} places`,
        value: product,
        unit: 'ms of processor',
        against: `with ${few.toLocaleString('en')} places`,
        peer,
        target: { atMostShare: mostRatio },
      })
    }
    return measurements
  } finally {
    await small.stop()
    await large.stop()
  }
}

const accept = 'application/json'

/** Reads each list from its beginning to the last page measured. */
async function load(
  { product, processorSeconds }: Populated,
  { queries, pages }: { queries: readonly string[]; pages: number },
): Promise<MeteredLoad> {
  const paths: string[] = []
  for (const query of queries) {
    let path = `/games?${query}`
    for (let page = 0; page < pages; page++) {
      paths.push(path)
      const response = await fetch(`${product.baseUrl}${path}`, { headers: { accept } })
      const { next } = (await response.json()) as { next: string | null }
      if (next === null) break
      path = `/games?${query}&${new URLSearchParams({ cursor: next })}`
    }
  }
  return {
    url: product.baseUrl,
    connections,
    seconds,
    headers: { Accept: accept },
    paths,
    processorSeconds,
  }
}

const populated = (places: number, database: string) =>
  startPopulated(database, `${places.toLocaleString('en')} places`, (platform) =>
    seedSimulatedPlaces(platform, places),
  )
