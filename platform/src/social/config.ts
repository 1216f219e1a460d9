import { z } from 'zod'
import type { Configured } from '../foundation/config/schema.ts'
import { hourly } from '../foundation/config/values.ts'

const audience = z.enum(['Everybody', 'Friends', 'Nobody']).default('Everybody')

const privacy = z
  .strictObject({
    /** Audience that sees when a user is online, and when they last were. */
    Online: audience,
    /** Audience that sees what a user plays. */
    Playing: audience,
    /** Audience that is offered to join a user's game. */
    Joinable: audience,
    /** Audience that may send a user friend requests. `Friends`: friends of the user's friends. */
    Requests: audience,
    /** Audience that may follow a user. */
    Follows: audience,
    /** Audience that may comment on a user's games and items, and on the walls of the user's groups. */
    Comments: audience,
    /** Audience that sees the items that a user wears. */
    Inventory: audience,
    /** Audience that sees a user's friends. */
    Friends: audience,
  })
  .prefault({})

/** Configuration keys of this domain, by group. */
export const socialConfig = {
  /** Privacy settings of new accounts. Users change their own at /settings/privacy. */
  Privacy: privacy,
}

/** Keys of this domain in the group `Limits`. */
export const socialLimits = {
  /** Follows. */
  FollowsPerHour: hourly.default(200),
  /** Friend requests. */
  FriendRequestsPerHour: hourly.default(100),
  /** Votes, including changes and removals. */
  VotesPerHour: hourly.default(300),
  /** Favourites, including removals. */
  FavouritesPerHour: hourly.default(300),
}

declare module '../foundation/config/schema.ts' {
  interface Config extends Configured<typeof socialConfig> {}
  interface ConfiguredLimits extends Configured<typeof socialLimits> {}
}
