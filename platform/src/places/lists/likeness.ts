/** Maximum number of a new player's latest other places that are paired with the place. */
export const placesPerPlayer = 20

/** Number of pairs of a place that pruning keeps. A place with up to twice as many is not pruned. */
export const keptPairs = 100

/** Number of common players that could be chance. */
const chance = 3

/**
 * Rates how alike two places are by the players of both: the cosine of their sets of players, lower when both have few
 * players in common.
 */
export function likenessOf({
  both,
  visitors,
  otherVisitors,
}: {
  both: number
  visitors: number
  otherVisitors: number
}): number {
  // A pair counts a player who came to both, so neither place has fewer players than the pair.
  const all = Math.max(visitors, both, 1) * Math.max(otherVisitors, both, 1)
  return (both / Math.sqrt(all)) * (both / (both + chance))
}
