import type { Config } from './config/schema.ts'
import { createLimit, type Limit } from './limits.ts'

/** Hourly limits per user id. */
export type UserLimits = Readonly<
  Record<'follow' | 'friendRequest' | 'vote' | 'groupJoin' | 'placeFile' | 'placePicture', Limit>
>

export function createUserLimits({ Limits }: Pick<Config, 'Limits'>): UserLimits {
  const hourly = (points: number, did: string) =>
    createLimit({
      points,
      windowSeconds: 3_600,
      message: `You have ${did} in a short time. Try again later.`,
    })
  return {
    follow: hourly(Limits.FollowsPerHour, 'followed a lot of people'),
    friendRequest: hourly(Limits.FriendRequestsPerHour, 'sent a lot of friend requests'),
    vote: hourly(Limits.VotesPerHour, 'voted a lot'),
    groupJoin: hourly(Limits.GroupJoinsPerHour, 'joined a lot of groups'),
    placeFile: hourly(Limits.PlaceFilesPerHour, 'uploaded a lot of files'),
    placePicture: hourly(Limits.PlacePicturesPerHour, 'uploaded a lot of pictures'),
  }
}
