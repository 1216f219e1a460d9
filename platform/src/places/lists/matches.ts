import { isPartKey, nameKeyOf } from '../../foundation/name-key.ts'
import { tagLimits } from '../genres/rules.ts'

/**
 * Ways in which a search finds a place, the best first:
 * - `exact`: the name is the text.
 * - `word`: a word of the name begins with the text. With a text of one or two characters, the name itself does.
 * - `inside`: the text is elsewhere in the name.
 * - `tag`: the text is a tag of the place.
 * - `words`: the name has all words of the text.
 */
const matchClasses = ['exact', 'word', 'inside', 'tag', 'words'] as const
export type MatchClass = (typeof matchClasses)[number]

/** Maximum number of words of a search that are looked for one by one. */
const maxWords = 6

/** A search text in the forms that its classes compare. */
export interface Wanted {
  /** `nameKeyOf(text)`. */
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

const hasWord = (name: string, word: string) =>
  isPartKey(word) ? name.includes(word) : ` ${name}`.includes(` ${word}`)

const beginsWord = (name: string, key: string) =>
  isPartKey(key) ? ` ${name}`.includes(` ${key}`) : name.startsWith(key)

/** Returns the class in which a name, as a key, matches best; undefined: in none. Tags are not compared. */
export function classOf(name: string, { key, words }: Wanted): Exclude<MatchClass, 'tag'> | undefined {
  if (!name.includes(key)) {
    const hasAllWords = words.length > 1 && words.every((word) => hasWord(name, word))
    return hasAllWords ? 'words' : undefined
  }
  if (name === key) return 'exact'
  if (beginsWord(name, key)) return 'word'
  return isPartKey(key) ? 'inside' : undefined
}
