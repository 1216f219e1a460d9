import { type Clock, second } from './clock.ts'
import { shareFor } from './share-for.ts'

/** Edits that turn one word into another: a character inserted, removed or replaced, or two neighbours swapped. */
export function distanceOf(one: string, other: string): number {
  const [a, b] = [[...one], [...other]]
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1])
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : replaced
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1))
    }
  }
  return at(a.length, b.length)
}

/** Edits that a typed word may be away from a known one. Most short words have others that close by. */
export function toleratedEdits(word: string): number {
  const { length } = [...word]
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}

/** Known words, for correcting those of a search that finds nothing. */
export class Vocabulary {
  readonly #uses = new Map<string, number>()

  /** Adds the words of names, as keys. */
  add(names: readonly string[]): void {
    for (const name of names)
      for (const word of wordsIn(name)) this.#uses.set(word, (this.#uses.get(word) ?? 0) + 1)
  }

  /** Returns the text with each unknown word replaced by the closest known one; undefined when a word has none. */
  correct(key: string): string | undefined {
    const words = wordsIn(key)
    const corrected = words.map((word) => (this.#knows(word) ? word : this.#closest(word)))
    if (corrected.length === 0 || corrected.includes(undefined)) return undefined
    const text = corrected.join(' ')
    return text === words.join(' ') ? undefined : text
  }

  /** Whether a word is known, or is the beginning of a known one. */
  #knows(word: string): boolean {
    return this.#uses.has(word) || this.#uses.keys().some((known) => known.startsWith(word))
  }

  #closest(word: string): string | undefined {
    const most = toleratedEdits(word)
    let best: { word: string; edits: number; uses: number } | undefined
    if (most === 0) return undefined
    for (const [known, uses] of this.#uses) {
      if (Math.abs(known.length - word.length) > most) continue
      const edits = distanceOf(word, known)
      if (edits > most) continue
      if (!best || edits < best.edits || (edits === best.edits && uses > best.uses))
        best = { word: known, edits, uses }
    }
    return best?.word
  }
}

const wordsIn = (key: string): string[] => key.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '')

/** Corrects the text of a search that finds nothing. */
export interface Spelling {
  /** Returns the corrected text, as a key; undefined without a correction. */
  correct(key: string): Promise<string | undefined>
}

/** New names are known after this long. */
const readEvery = 10 * second

/** Names whose words are known, the most popular ones. A read takes about 20 ms. */
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
