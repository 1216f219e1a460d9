/** Returns the current time in Unix milliseconds. Passed as a parameter, so that tests control the time. */
export type Clock = () => number

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour
