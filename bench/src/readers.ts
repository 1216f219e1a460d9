import { slugOf } from '@baseplate/platform/foundation/slug'
import type { Platform } from '@baseplate/platform/platform'
import { seedAppearances, seedPlaces, seedSessions, seedTickets } from './seed.ts'
import { firstAsset, nameOf, seedSimulatedAssets } from './simulated-assets.ts'
import { nameOfMember, seedMembers } from './simulated-members.ts'

/** A signed-in reader's request for a page. */
interface PageRequest {
  path: string
  cookie: string
}

/** Returns the request of this number. The readers and their pages take turns. */
export type Pages = (at: number) => PageRequest

const assets = 1_000
const placesOfMaker = 50
const readers = 200

/**
 * Fills a platform with users, items and games, and returns the pages that its signed-in users request most. A quarter
 * of the makers of assets play.
 */
export async function seedReaders(platform: Platform, members: number): Promise<Pages> {
  const ids = await seedMembers(platform, members)
  const cookies = await seedSessions(platform, ids.slice(0, readers))
  const makers = await seedSimulatedAssets(platform, assets)
  await seedAppearances(platform, makers)
  const [place = 0] = await seedPlaces(platform, makers[0] ?? '', placesOfMaker)
  await seedTickets(platform, makers.slice(0, makers.length / 4), place, 'playing')
  const paths: ((reader: number) => string)[] = [
    () => '/games',
    () => `/place/${place}/Place-number-0-of-many`,
    () => '/home',
    () => '/catalog',
    () => `/catalog/${firstAsset}/${slugOf(nameOf(0))}`,
    (reader) => `/user/${nameOfMember(reader + 1)}`,
    () => '/notifications',
  ]
  return (at) => {
    const reader = Math.floor(at / paths.length) % readers
    const path = paths[at % paths.length]?.(reader) ?? '/'
    return { path, cookie: cookies[reader] ?? '' }
  }
}

/** Requests a page and reads it. @throws when it is not answered with a page */
export async function readPage(baseUrl: string, { path, cookie }: PageRequest): Promise<void> {
  const headers = { Accept: 'text/html', Cookie: cookie }
  const response = await fetch(`${baseUrl}${path}`, { headers, redirect: 'manual' })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
}
