import { viewFollowedPosts } from '@baseplate/platform/people/posts/view'
import { viewPlayingFriends } from '@baseplate/platform/people/profiles/playing-friends'
import { listPopularPlaces } from '@baseplate/platform/places/lists/list'
import { listPlacesOf } from '@baseplate/platform/places/lists/queries'
import { placeItem } from '#lib/server/place-item.ts'
import { requireActor } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

/** One row of cards. */
const shown = 8

export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const { platform } = event.locals
  const { db, now } = platform
  const cursor = event.url.searchParams.get('posts') ?? undefined
  const [own, popular, followed, friendsPlaying] = await Promise.all([
    listPlacesOf(db, now(), actor.id),
    listPopularPlaces(platform, shown),
    viewFollowedPosts(db, actor, cursor),
    viewPlayingFriends(platform, actor),
  ])
  return {
    own: own.map(placeItem),
    popular: popular.map(placeItem),
    posts: followed.posts,
    postsNext: followed.next,
    friendsPlaying,
  }
}
