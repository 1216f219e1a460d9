/** A place has one server at a time, so the number at the end of its job's id is the place's. */
const jobIdPattern = /^00000000-0000-8000-8000-(\d{12})$/

/** Returns the id by which clients name the server of a place: a UUID of version 8 (RFC 9562). */
export const jobIdOf = (placeId: number): string =>
  `00000000-0000-8000-8000-${String(placeId).padStart(12, '0')}`

/** Returns the id of the place that a job's id names; undefined: no server has this id. */
export function placeOfJob(jobId: string | undefined): number | undefined {
  const digits = jobIdPattern.exec(jobId ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}
