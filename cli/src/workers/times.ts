/** Time for the requests of a worker that is being replaced. Another worker already takes new ones. */
export const retireMs = 60_000
