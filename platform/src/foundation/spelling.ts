import { type Clock, minute } from '@baseplate/service/clock'
import { shareFor } from './share-for.ts'

/**
 * Counts the edits that turn one word into another: a character inserted, removed or replaced, or two neighbours swapped. Words
 * that are further apart than `most` return a larger number, which need not be exact.
 */
export function distanceOf(one: string, other: string, most = Number.POSITIVE_INFINITY): number {
  const [a, b] = [[...one], [...other]]
  let [beforeLast, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1])
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (beforeLast[j - 2] ?? 0) + 1 : replaced
      const edits = Math.min(replaced, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      row.push(edits)
      least = Math.min(least, edits)
    }
    // No later row is closer. A swap reaches back over a row, but is an edit itself.
    if (least > most) return least
    ;[beforeLast, last] = [last, row]
  }
  return last[b.length] ?? 0
}

/** Returns the maximum edits between a typed word and its correction. Most short words have other words close by. */
export function toleratedEdits(word: string): number {
  const { length } = [...word]
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}

interface KnownWord {
  word: string
  /** Names that have the word. */
  uses: number
  letters: number
}

/** Known words, which replace misspelled ones of a search that finds nothing. */
export class Vocabulary {
  readonly #known = new Map<string, KnownWord>()
  readonly #byFirst = new Map<string, KnownWord[]>()
  readonly #byLength = new Map<number, KnownWord[]>()

  /** Adds the words of names, as keys. */
  add(names: readonly string[]): void {
    for (const name of names) for (const word of wordsIn(name)) this.#addWord(word)
  }

  /** Replaces each unknown word by the closest known one. Returns undefined if a word has none, or all words are known. */
  correct(key: string): string | undefined {
    const words = wordsIn(key)
    const corrected = words.map((word) => (this.#knows(word) ? word : this.#closest(word)))
    if (corrected.length === 0 || corrected.includes(undefined)) return undefined
    const text = corrected.join(' ')
    return text === words.join(' ') ? undefined : text
  }

  #addWord(word: string): void {
    const known = this.#known.get(word)
    if (known) {
      known.uses += 1
      return
    }
    const added = { word, uses: 1, letters: lettersIn(word) }
    this.#known.set(word, added)
    push(this.#byFirst, word.slice(0, 1), added)
    push(this.#byLength, word.length, added)
  }

  /** Whether a word is known, or is the beginning of a known one. */
  #knows(word: string): boolean {
    if (this.#known.has(word)) return true
    return (this.#byFirst.get(word.slice(0, 1)) ?? []).some((known) => known.word.startsWith(word))
  }

  #closest(word: string): string | undefined {
    const most = toleratedEdits(word)
    // A wrong number is another number, not a typo.
    if (most === 0 || /^\p{N}+$/u.test(word)) return undefined
    const letters = lettersIn(word)
    let best: { word: string; edits: number; uses: number } | undefined
    for (let length = word.length - most; length <= word.length + most; length++) {
      for (const known of this.#byLength.get(length) ?? []) {
        if (differences(letters, known.letters) > 2 * most) continue
        const edits = distanceOf(word, known.word, most)
        if (edits > most) continue
        if (!best || edits < best.edits || (edits === best.edits && known.uses > best.uses))
          best = { word: known.word, edits, uses: known.uses }
      }
    }
    return best?.word
  }
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Returns the characters of a word as a set of bits, in which one bit may stand for several characters. */
function lettersIn(word: string): number {
  let letters = 0
  for (const character of word) letters |= 1 << ((character.codePointAt(0) ?? 0) % 32)
  return letters
}

/** Counts the letters that only one of two words has. One edit makes at most two. */
function differences(one: number, other: number): number {
  let count = 0
  for (let bits = one ^ other; bits !== 0; bits &= bits - 1) count++
  return count
}

const wordsIn = (key: string): string[] => key.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '')

/** Corrects the text of a search that finds nothing. */
export interface Spelling {
  /** Returns the corrected text, as a key; undefined without a correction. */
  correct(key: string): Promise<string | undefined>
}

/** Interval at which names are read. Until then, words of new names are unknown. */
const readEvery = minute

/** Number of names whose words are known: the most popular ones. A read takes about 20 ms. */
export const namesKnown = 20_000

/** @param readNames returns the names as keys. */
export function createSpelling(now: Clock, readNames: () => Promise<string[]>): Spelling {
  const vocabulary = shareFor(now, readEvery, async () => {
    const read = new Vocabulary()
    read.add(await readNames())
    return read
  })
  return { correct: async (key) => (await vocabulary()).correct(key) }
}
