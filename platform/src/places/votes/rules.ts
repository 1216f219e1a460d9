/** 1 likes, -1 dislikes, 0: no vote. */
export type Vote = 1 | -1 | 0

export type VoteMove = 'like' | 'unlike' | 'dislike' | 'undislike'

/** One has one vote, and a new one replaces it; a vote that one does not have cannot be taken back. */
export function voteAfter(vote: Vote, move: VoteMove): Vote {
  switch (move) {
    case 'like':
      return 1
    case 'dislike':
      return -1
    case 'unlike':
      return vote === 1 ? 0 : vote
    case 'undislike':
      return vote === -1 ? 0 : vote
  }
}

export interface VoteCounts {
  like_count: number
  dislike_count: number
}

/** The counts when one vote turns into another. */
export const recount = (counts: VoteCounts, from: Vote, to: Vote): VoteCounts => ({
  like_count: counts.like_count + Number(to === 1) - Number(from === 1),
  dislike_count: counts.dislike_count + Number(to === -1) - Number(from === -1),
})

/** The standard normal distribution's 97.5 % quantile: 95 % of it are within this on both sides. */
const z = 1.959964

/**
 * What share of all players would like the place, at least, to judge by its votes: the lower bound of Wilson's score
 * interval at 95 %, in millionths. Few votes prove little: one of one is rated below 90 of 100.
 */
export function ratingOf({ like_count, dislike_count }: VoteCounts): number {
  const votes = like_count + dislike_count
  if (votes === 0) return 0
  const share = like_count / votes
  const middle = share + (z * z) / (2 * votes)
  const spread = z * Math.sqrt((share * (1 - share) + (z * z) / (4 * votes)) / votes)
  return Math.max(0, Math.round(((middle - spread) / (1 + (z * z) / votes)) * 1_000_000))
}
