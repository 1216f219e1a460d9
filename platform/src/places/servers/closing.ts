/** Why the site closes a game server. `unavailable`: the place was taken down, archived or deleted. */
export const closingReasons = ['closed', 'unavailable'] as const

/** The announced closing of a place's game server. */
export interface Closing {
  reason: (typeof closingReasons)[number]
  /** In Unix milliseconds. */
  closesAt: number
}

/** The part of the lists of players that announces closings. */
export interface ClosingAnnouncer {
  /** Tells the game servers of a place that they are about to close, if their engine admits players from lists. */
  announceClosing(placeId: number, closing: Closing): void
}
