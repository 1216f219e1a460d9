/** The present, in Unix milliseconds. Handed in, so that a test decides what time it is. */
export type Clock = () => number

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour
