import { type Filled, readJson, startGrown } from '../grown.ts'
import type { Measurement } from '../measurement.ts'
import { seedSimulatedPlaces } from '../simulated-places.ts'

/** Pages read of each list. */
const pagesRead = 20

/** Texts that either fill a page on both platforms or occur on neither. */
const searched = ['d', 'sk', 'dragon', 'arbour', 'cape', 'obby', 'igh', 'y t', 'pixel_t', 'no one']

const lists: Record<string, string> = { 'playing now': '', 'top rated': 'sort=rated', new: 'sort=new' }

/** Measures the lists of games on a platform of a million places, against one of a thousand. */
export async function games(options: { games: number; database: string }): Promise<Measurement[]> {
  await using grown = await startGrown(options.database, 'places', options.games, seedSimulatedPlaces)
  const measurements: Measurement[] = []
  for (const [name, query] of Object.entries(lists))
    measurements.push(
      await grown.compare({ name: `/games, ${name}`, paths: (filled) => pagesOf(filled, query) }),
    )
  const paths = () => searched.map((q) => `/games?${new URLSearchParams({ q })}`)
  return [...measurements, await grown.compare({ name: '/games, search', paths })]
}

/** Returns the paths of a list from its beginning to the last page measured. */
async function pagesOf(filled: Filled<unknown>, query: string): Promise<string[]> {
  const paths: string[] = []
  for (let next: string | null = '', page = 0; next !== null && page < pagesRead; page++) {
    const path: string = `/games?${query}${next && `&${new URLSearchParams({ cursor: next })}`}`
    paths.push(path)
    next = (await readJson<{ next: string | null }>(filled, path)).next
  }
  return paths
}
