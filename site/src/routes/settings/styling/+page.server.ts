import { viewProfile } from '@baseplate/platform/people/profiles/view'
import { maxCssLength } from '@baseplate/platform/people/styling/rules'
import { viewProfileStyling, viewStyling } from '@baseplate/platform/people/styling/view'
import { asActor } from '#lib/server/as-actor.ts'
import { placeCard } from '#lib/server/cards.ts'
import { handles } from '#lib/server/operation.ts'
import { settingsActions } from '#lib/server/settings-actions.ts'
import type { PageServerLoad } from './$types'

/** Enough to judge the styling. */
const [maxPlaces, maxGroups, maxPosts] = [4, 4, 3]

export const load: PageServerLoad = handles({ scope: 'browser' }, async (event) => {
  const { platform, actor } = asActor(event)
  const { id, username, created, description, places, groups, posts } = await viewProfile(
    platform,
    actor,
    actor.username,
  )
  const { scope, stylesheet } = await viewProfileStyling(platform.db, actor, actor, 'on')
  return {
    ...(await viewStyling(platform.db, actor)),
    maxCssLength,
    scope,
    stylesheet,
    profile: {
      id,
      username,
      created,
      description: description.text,
      places: places.slice(0, maxPlaces).map(placeCard),
      groups: groups.slice(0, maxGroups),
      posts: posts.slice(0, maxPosts),
    },
  }
})

export const actions = settingsActions
