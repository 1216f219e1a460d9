import { listPlacesOf, listPublicPlaces } from '@baseplate/platform/places/queries'
import { viewFollowedPosts } from '@baseplate/platform/posts/view'
import { viewPlayingFriends } from '@baseplate/platform/profiles/playing-friends'
import { placeItem } from '#lib/server/place-item.ts'
import { requireActor } from '#lib/server/session.ts'
import type { PageServerLoad } from './$types'

/** One row of cards. */
const shown = 8

export const load: PageServerLoad = async (event) => {
  const actor = requireActor(event)
  const { platform } = event.locals
  const { db, now, placeRankings } = platform
  const cursor = event.url.searchParams.get('posts') ?? undefined
  const [own, popular, followed, friendsPlaying] = await Promise.all([
    listPlacesOf(db, now(), actor.id),
    listPublicPlaces(db, await placeRankings.read(), { limit: shown, offset: 0 }),
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
