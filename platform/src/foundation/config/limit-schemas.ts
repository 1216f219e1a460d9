import { z } from 'zod'

const hourly = z.int().min(1).max(1_000_000)

export const limits = z
  .strictObject({
    /** Follows. */
    FollowsPerHour: hourly.default(200),
    /** Friend requests. */
    FriendRequestsPerHour: hourly.default(100),
    /** Join tickets. Each is a visit once a client uses it. */
    JoinsPerHour: hourly.default(200),
    /** Votes, including changes and removals. */
    VotesPerHour: hourly.default(300),
    /** Favourites, including removals. */
    FavouritesPerHour: hourly.default(300),
    /** Groups joined. */
    GroupJoinsPerHour: hourly.default(60),
    /** Uploads of place files, and restored versions. */
    PlaceFilesPerHour: hourly.default(60),
    /** Icons and thumbnails of places. */
    PlacePicturesPerHour: hourly.default(60),
    /** Requests with each access token. */
    TokenRequestsPerMinute: z.int().min(20).max(1_000_000).default(600),
  })
  .prefault({})
