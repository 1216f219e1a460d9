/** Why the site closes a game server. `unavailable`: the place was taken down, archived or deleted. */
export const closingReasons = ['closed', 'unavailable'] as const

/** The end of a place's game server, of which its players learn. */
export interface Closing {
  reason: (typeof closingReasons)[number]
  /** In Unix milliseconds. */
  closesAt: number
}

/** The part of the lists of players that announces ends. */
export interface ClosingAnnouncer {
  announceClosing(placeId: number, closing: Closing): void
}
