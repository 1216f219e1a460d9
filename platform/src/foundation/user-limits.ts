import type { Config } from './config/schema.ts'
import type { LimitCounts } from './limit-counts.ts'
import { createLimit, type Limit } from './limits.ts'
import type { PlainCode } from './problem.ts'

/** Hourly limits per user id. */
export type UserLimits = Readonly<
  Record<
    'follow' | 'friendRequest' | 'join' | 'vote' | 'favourite' | 'groupJoin' | 'placeFile' | 'placePicture',
    Limit
  >
>

export function createUserLimits(counts: LimitCounts, { Limits }: Pick<Config, 'Limits'>): UserLimits {
  const hourly = (points: number, code: PlainCode) =>
    createLimit(counts, { points, windowSeconds: 3_600, code })
  return {
    follow: hourly(Limits.FollowsPerHour, 'limits.follows'),
    friendRequest: hourly(Limits.FriendRequestsPerHour, 'limits.friend_requests'),
    join: hourly(Limits.JoinsPerHour, 'limits.joins'),
    vote: hourly(Limits.VotesPerHour, 'limits.votes'),
    favourite: hourly(Limits.FavouritesPerHour, 'limits.favourites'),
    groupJoin: hourly(Limits.GroupJoinsPerHour, 'limits.group_joins'),
    placeFile: hourly(Limits.PlaceFilesPerHour, 'limits.place_files'),
    placePicture: hourly(Limits.PlacePicturesPerHour, 'limits.place_pictures'),
  }
}
