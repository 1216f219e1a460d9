import { followUpPriority } from '../../foundation/tables.ts'

/** Content that moderators can take down. `contentKinds` says how. */
export const contentTypes = ['asset', 'place', 'post', 'comment', 'group', 'description', 'styling'] as const
export type ContentType = (typeof contentTypes)[number]

/** Texts of a profile, each taken down on its own. */
export const profileParts = ['description', 'styling'] as const
export type ProfilePart = (typeof profileParts)[number]

/** Types of content in each list of takedowns. */
export const takedownLists = {
  all: contentTypes,
  games: ['place'],
  items: ['asset'],
  posts: ['post'],
  comments: ['comment'],
  groups: ['group'],
  profiles: ['description', 'styling'],
} as const satisfies Record<string, readonly ContentType[]>

export const takedownListNames = ['all', 'games', 'items', 'posts', 'comments', 'groups', 'profiles'] as const

/** Rows of one page of the list. */
export const perPage = 50

/** Work that follows a decision, with its priority. */
export const stepPriority = {
  /** Takes an item off its wearers and withdraws their pictures. */
  unwear: followUpPriority.urgent,
  /** Ends game sessions and servers in places that are taken down. */
  'end-sessions': followUpPriority.urgent,
  /** Re-renders the assets whose documents show an item. */
  'rerender-referrers': followUpPriority.normal,
  /** Withdraws the pictures of an item's wearers and re-renders them. */
  'rerender-wearers': followUpPriority.normal,
  /** Re-renders an item's wearers, who keep their pictures until then. */
  'refresh-wearers': followUpPriority.background,
} as const

export type FollowUpStep = keyof typeof stepPriority

/** Wearers handled by one transaction. */
export const wearersPerPart = 200

/** Assets re-rendered by one transaction. */
export const referrersPerPart = 50

/** Refreshing wearers pauses while this many background renders are waiting. */
export const maxWaitingRenders = 500
