import { second } from '../../foundation/clock.ts'

/** A player who has not asked for this long has left the line. Browsers slow hidden pages down to one request a minute. */
export const lineLease = 90 * second

/** A free seat is kept for the first player in line who has asked within this time. Other players in line are skipped. */
export const presentFor = 30 * second
