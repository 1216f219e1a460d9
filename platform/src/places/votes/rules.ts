/** 1: a like; -1: a dislike; 0: no vote. */
export type Vote = 1 | -1 | 0

export type VoteMove = 'like' | 'unlike' | 'dislike' | 'undislike'

/** Returns the user's vote after a move. A new vote replaces the old one. Withdrawing a vote that was not cast changes nothing. */
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
  likes: number
  dislikes: number
}

/** Returns the counts after one user's vote has changed. */
export const recount = (counts: VoteCounts, from: Vote, to: Vote): VoteCounts => ({
  likes: counts.likes + Number(to === 1) - Number(from === 1),
  dislikes: counts.dislikes + Number(to === -1) - Number(from === -1),
})

/** The 97.5 % quantile of the standard normal distribution, for a two-sided 95 % interval. */
const z = 1.959964

/**
 * Rates a place by its votes: the lower bound of Wilson's score interval at 95 %, in millionths. A few votes rate
 * lower than many with the same share of likes.
 */
export function ratingOf({ likes, dislikes }: VoteCounts): number {
  const votes = likes + dislikes
  if (votes === 0) return 0
  const share = likes / votes
  const middle = share + (z * z) / (2 * votes)
  const spread = z * Math.sqrt((share * (1 - share) + (z * z) / (4 * votes)) / votes)
  return Math.max(0, Math.round(((middle - spread) / (1 + (z * z) / votes)) * 1_000_000))
}
