import { asksForWords } from '@baseplate/platform/operations/door'
import { viewFollowedPosts, viewPlayingFriends } from '@baseplate/platform/people/door'
import { listPlacesOf, listPopularPlaces, listRecentPlaces } from '@baseplate/platform/places/door'
import { type Acting, forUsers } from '#lib/server/as-actor.ts'
import { placeCard } from '#lib/server/cards.ts'
import { viewFirstSteps } from '#lib/server/first-steps.ts'
import { postActions } from '#lib/server/post-actions.ts'
import type { PageServerLoad, PageServerLoadEvent } from './$types'

/** Maximum number of popular games. */
const shown = 12

/** Maximum number of games to continue with. */
const continued = 4

export const load: PageServerLoad = forUsers(
  {
    reads: ['posts'],
    scope: 'read',
    summary:
      'Returns the start page of a signed-in user: their own games, popular and recent ones, playing friends, and posts.',
  },
  async ({ platform, actor, event }: Acting<PageServerLoadEvent>) => {
    const { db, now } = platform
    const cursor = event.url.searchParams.get('posts') ?? undefined
    const [own, popular, followed, friendsPlaying, recent, firstSteps, asksFilter] = await Promise.all([
      listPlacesOf(db, now(), actor.id),
      listPopularPlaces(platform, shown),
      viewFollowedPosts(db, actor, cursor),
      viewPlayingFriends(platform, actor),
      listRecentPlaces(platform, actor, continued),
      viewFirstSteps(platform, actor),
      asksForWords(platform, actor),
    ])
    return {
      own: own.map(placeCard),
      popular: popular.map(placeCard),
      posts: followed.posts,
      postsNext: followed.next,
      friendsPlaying,
      recent: recent.map(placeCard),
      firstSteps,
      /** Whether the page asks an administrator which words the new platform filters. */
      asksFilter,
    }
  },
)

export const actions = postActions
