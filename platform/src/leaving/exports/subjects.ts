import {
  accountListings,
  moderationListings,
  notificationListings,
  peopleListings,
  sessionListings,
} from './account-listings.ts'
import {
  avatarListings,
  commentListings,
  gameListings,
  groupListings,
  itemListings,
  paymentListings,
  postListings,
  screenshotListings,
} from './content-listings.ts'
import type { Listing } from './listing.ts'

/** The JSON files of rows, in the order in which the texts describe them. */
export const subjects = {
  account: accountListings,
  sessions: sessionListings,
  people: peopleListings,
  posts: postListings,
  comments: commentListings,
  games: gameListings,
  items: itemListings,
  avatar: avatarListings,
  groups: groupListings,
  payments: paymentListings,
  screenshots: screenshotListings,
  moderation: moderationListings,
  notifications: notificationListings,
} as const satisfies Readonly<Record<string, readonly Listing[]>>

export type Subject = keyof typeof subjects
