import { second } from '@baseplate/service/clock'
import type { Actor } from '../accounts/rules.ts'
import { viewPlayingFriends } from '../people/profiles/playing-friends.ts'
import { viewProfile } from '../people/profiles/view.ts'
import { listFavouritePlaces } from '../places/favourites/list.ts'
import { listNewestPlaces } from '../places/lists/feed.ts'
import { listPlaces } from '../places/lists/list.ts'
import { listMoreBy } from '../places/lists/more-by.ts'
import { listFriendsPlaces } from '../places/lists/personal.ts'
import { listPublicIds } from '../places/lists/public-ids.ts'
import { listRecentPlaces } from '../places/lists/recent.ts'
import { viewPlaying } from '../places/sessions/playing.ts'
import { searchAll } from '../search/search-all.ts'
import { suggest } from '../search/suggest.ts'
import type { TestPlatform } from './platforms.ts'

const sorts = ['playing', 'rising', 'rated', 'popular', 'played', 'new'] as const

/** All lists that `listsOf` looks at. */
export const namesOfLists = [
  ...[
    'genre',
    'tag',
    'name',
    'part',
    'typo',
    'search',
    'suggestions',
    'shelves',
    'feed',
    'sitemap',
    'profile',
  ],
  ...['moreBy', 'favourites', 'friends', 'recent', 'presence', 'playingFriends', 'counts'],
  ...sorts.flatMap((sort) => [sort, `${sort} of a search`]),
]

/**
 * Returns the names of the lists that show a place to a viewer. The place is named “Kelp forest”, has the genre Puzzle and the
 * tag `kelp`, is a favourite of the viewer, and a friend of the viewer is playing in it.
 */
export async function listsOf(
  platform: TestPlatform,
  viewer: Actor,
  { id, maker, friend }: { id: number; maker: Actor; friend: Actor },
): Promise<string[]> {
  platform.pass(second + 1)
  const { db } = platform
  const has = (places: readonly { id: number }[]) => places.some((place) => place.id === id)
  const list = async (input: Record<string, unknown>) => has((await listPlaces(platform, null, input)).places)
  const shown: Record<string, boolean> = {
    genre: await list({ genre: 'Puzzle' }),
    tag: await list({ tag: 'kelp' }),
    name: await list({ q: 'kelp forest' }),
    part: await list({ q: 'orest' }),
    typo: await list({ q: 'kelp forezt' }),
    search: has((await searchAll(platform, viewer, { q: 'kelp' })).places),
    suggestions: has((await suggest(platform, viewer, { q: 'kelp' })).places),
    shelves: (await platform.placeShelves.read()).some(({ places }) => has(places)),
    feed: has(await listNewestPlaces(platform, null)),
    sitemap: has(await listPublicIds(db, { limit: 50 })),
    profile: has((await viewProfile(platform, viewer, { username: maker.username })).places),
    moreBy: has(await listMoreBy(platform, { id: 0, ownerUser: maker })),
    favourites: has((await listFavouritePlaces(platform, viewer)).places),
    friends: has(await listFriendsPlaces(platform, viewer)),
    recent: has(await listRecentPlaces(platform, viewer, 10)),
    presence: (await viewPlaying(platform, viewer, [friend.id])).size > 0,
    playingFriends: (await viewPlayingFriends(platform, viewer)).length > 0,
    counts: (await platform.placeRankings.read()).playerCounts.has(id),
  }
  for (const sort of sorts) {
    shown[sort] = await list({ sort })
    shown[`${sort} of a search`] = await list({ sort, q: 'kelp' })
  }
  return Object.keys(shown).filter((name) => shown[name])
}
