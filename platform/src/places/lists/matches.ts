import { isPartKey, nameKeyOf } from '../../foundation/name-key.ts'
import { tagLimits } from '../genres/rules.ts'

/**
 * Ways in which a search finds a place, the best first. `exact`: the text is the whole name. `word`: a word of the name
 * begins with it, or for a text of one or two characters the whole name. `inside`: it is elsewhere in the name. `tag`: it is a tag. `words`: all words of the text are in the name.
 */
const matchClasses = ['exact', 'word', 'inside', 'tag', 'words'] as const
export type MatchClass = (typeof matchClasses)[number]

/** Maximum words of a search that are looked for one by one. */
const maxWords = 6

/** A search text in the forms that its classes compare. */
export interface Wanted {
  /** `nameKeyOf` the text. */
  key: string
  /** The words of the key. */
  words: readonly string[]
}

export const wantedOf = (q: string): Wanted => {
  const key = nameKeyOf(q)
  return {
    key,
    words: key
      .split(/\s+/)
      .filter((word) => word !== '')
      .slice(0, maxWords),
  }
}

/** Returns the classes that a text can match. A text of one or two characters is not searched for inside words. */
export function classesOf({ key, words }: Wanted): MatchClass[] {
  return matchClasses.filter((each) => {
    if (each === 'inside') return isPartKey(key)
    if (each === 'tag') return [...key].length >= tagLimits.min && [...key].length <= tagLimits.max
    return each === 'words' ? words.length > 1 : true
  })
}

const beginsWord = (name: string, key: string) =>
  isPartKey(key) ? ` ${name}`.includes(` ${key}`) : name.startsWith(key)

/** Whether a name, as a key, matches in this class and no better one. Tags are not compared. */
export function matches(name: string, { key, words }: Wanted, matchClass: MatchClass): boolean {
  if (matchClass === 'tag') return false
  if (name === key) return matchClass === 'exact'
  if (beginsWord(name, key)) return matchClass === 'word'
  if (name.includes(key)) return matchClass === 'inside' && isPartKey(key)
  return (
    matchClass === 'words' &&
    words.length > 1 &&
    words.every((word) => (isPartKey(word) ? name.includes(word) : ` ${name}`.includes(` ${word}`)))
  )
}
