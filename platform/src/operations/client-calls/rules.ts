import { day } from '@baseplate/service/clock'

/** Counts are kept for this long. Pages show the last day. */
export const keptFor = 2 * day

/** Maximum length of the path of an unknown call. */
export const maxPathLength = 100

/** Maximum number of parts of such a path. */
const maxParts = 6

/** Stands for a part that may be an id, a name or a ticket, and for what is left out. */
const leftOut = '…'

/** A word of a path, such as `getblobv2.ashx`, or a version, such as `v1.1`. */
const word = /^(?:v\d+(?:\.\d+)?|[a-z][a-z\d._-]{0,39})$/

/** Ids and tickets have more digits than words. */
const maxDigits = 2

const isWord = (part: string): boolean => word.test(part) && part.replaceAll(/\D/g, '').length <= maxDigits

/**
 * Returns an unknown path in lower case, without its ids. Paths of a thousand players then count as one, and none tells anything about
 * a player.
 */
export function unknownCall(path: string): string {
  const parts = path.toLowerCase().split('/').filter(Boolean)
  const kept = parts.slice(0, maxParts).map((part) => (isWord(part) ? part : leftOut))
  const shown = `/${kept.join('/')}${parts.length > maxParts ? `/${leftOut}` : ''}`
  return shown.length > maxPathLength ? `${shown.slice(0, maxPathLength - 1)}${leftOut}` : shown
}

/** Unknown paths beyond the limit of an hour count as this one. */
export const otherCalls = leftOut
