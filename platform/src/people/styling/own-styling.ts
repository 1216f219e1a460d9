import type { Clock } from '@baseplate/service/clock'
import { useCase } from '../../accounts/door.ts'
import type { Db } from '../../foundation/database.ts'
import { noInput } from '../../foundation/input.ts'
import { viewProfile } from '../profiles/view.ts'
import { maxCssLength } from './rules.ts'
import { viewProfileStyling, viewStyling } from './view.ts'

/** Enough to judge the styling. */
const [maxPlaces, maxGroups, maxPosts] = [4, 4, 3]

export const viewOwnStyling = useCase(
  {
    summary: 'Returns a profile as this viewer may see it.',
    scope: 'browser',
    input: noInput,
  },
  async (platform: { db: Db; now: Clock }, actor) => {
    const { id, username, created, description, places, groups, posts } = await viewProfile(platform, actor, {
      username: actor.username,
    })
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
        places: places.slice(0, maxPlaces),
        groups: groups.slice(0, maxGroups),
        posts: posts.slice(0, maxPosts),
      },
    }
  },
)
