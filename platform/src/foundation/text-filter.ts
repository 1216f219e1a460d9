import { resolveConfusablesTransformer, resolveLeetSpeakTransformer } from 'obscenity'

/** Replaces the operator's forbidden words in a text that other users read. */
export type TextFilter = (text: string) => string

/** The filter of all words: those of the configuration, and those of administrators. */
export interface SharedFilter {
  filterText: TextFilter
  /** Reads the words again after a change, in all processes. */
  changed(): Promise<void>
}

interface Filtering {
  Words: readonly string[]
  /** Words in which `#` stands for a digit, and `*` for any letters and digits. */
  Patterns?: readonly string[]
  ReplaceWith: string
  ReplaceType: 'Character' | 'Word'
}

/**
 * Finds whole words in any letter case, also when disguised by full-width letters, invisible characters, accents, look-alikes
 * of other alphabets, or digits. A longer word that contains one does not match. `Character` writes the replacement for each
 * character of the word, `Word` once. The rest of the text stays as it was typed.
 */
export function createTextFilter({ Words, Patterns = [], ReplaceWith, ReplaceType }: Filtering): TextFilter {
  if (Words.length + Patterns.length === 0) return (text) => text
  const isNumber = (pattern: string) => pattern.includes('#')
  const searches = [
    ...createSearches(Words, (classFor) => classFor, isMostlyLetters),
    ...createSearches(
      Patterns.filter((pattern) => !isNumber(pattern)),
      withWildcards,
      isMostlyLetters,
    ),
    ...createSearches(Patterns.filter(isNumber), withWildcards, () => true),
  ]
  const replacementFor = (word: string) =>
    ReplaceType === 'Word' ? ReplaceWith : ReplaceWith.repeat([...word.replaceAll(unseen, '')].length)
  return (text) => searches.reduce((left, search) => replaceSpans(left, search(left), replacementFor), text)
}

/** A text in its form for comparison, with the position in the original of each code unit. */
interface Folded {
  text: string
  starts: number[]
  ends: number[]
}

/** Characters without width: formatting, joiners, soft hyphens, and combining marks. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]/gu
const ignored = /^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/u

const marks = '[\\p{Mn}\\p{Me}]*'

/** Characters that marks only decorate. In other alphabets, marks are part of the letter. */
const decorated = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{S}]/u

function fold(text: string, letterOf: (character: string) => string = (character) => character): Folded {
  const folded: Folded = { text: '', starts: [], ends: [] }
  let at = 0
  for (const character of text) {
    const end = at + character.length
    const plain = ignored.test(character) ? '' : character.normalize('NFKD').toLowerCase()
    const letters = [...plain].map(letterOf).join('')
    folded.text += letters
    for (let unit = 0; unit < letters.length; unit++) {
      folded.starts.push(at)
      folded.ends.push(end)
    }
    at = end
  }
  return folded
}

const confusables = resolveConfusablesTransformer()
const leetSpeak = resolveLeetSpeakTransformer()

/** The lower-case Latin letter that a character looks like, or the character itself. */
function latinOf(character: string): string {
  if (!/\p{L}/u.test(character)) return character
  const found = confusables.transform(character.codePointAt(0) ?? 0)
  const letter = found === undefined ? character : String.fromCodePoint(found).toLowerCase()
  return /^[a-z]$/.test(letter) ? letter : character
}

/** Letters with the digits and signs that stand for them. */
const leet = new Map<string, string>()
for (let code = 33; code < 127; code++) {
  const sign = String.fromCharCode(code)
  const found = leetSpeak.transform(code)
  const letter = found === undefined ? sign : String.fromCharCode(found)
  if (letter !== sign) leet.set(letter, (leet.get(letter) ?? '') + sign)
}

const classOf = (characters: string) => `[${[...characters].map((one) => RegExp.escape(one)).join('')}]`

const latinClass = (letter: string) => classOf(letter + (leet.get(letter) ?? ''))

const otherClass = (letter: string) => {
  const latin = latinOf(letter)
  return latin === letter || !decorated.test(letter) ? classOf(letter) : classOf(letter + latin)
}

type ClassFor = (letter: string) => string

const withWildcards =
  (classFor: ClassFor): ClassFor =>
  (letter) => {
    if (letter === '#') return '\\p{Nd}'
    return letter === '*' ? '[\\p{L}\\p{N}\\p{M}]*' : classFor(letter)
  }

/** Returns the ranges of words in a text, in code units. */
type Search = (text: string) => [from: number, to: number][]

/** Returns a search for Latin words, whose look-alikes of other alphabets it finds, and one for other words. */
function createSearches(
  typed: readonly string[],
  classesOf: (classFor: ClassFor) => ClassFor,
  isWord: (match: string) => boolean,
): Search[] {
  // The longest word first, so that it wins over a word that it begins with.
  const words = typed.map((word) => fold(word).text).sort((one, other) => other.length - one.length)
  const isLatin = (word: string) => /^\p{ASCII}+$/u.test(word)
  const others = words.filter((word) => !isLatin(word))
  return [
    createSearch(words.filter(isLatin), classesOf(latinClass), (text) => fold(text, latinOf), isWord),
    createSearch(others, classesOf(otherClass), fold, isWord),
  ]
}

function createSearch(
  words: readonly string[],
  classFor: ClassFor,
  foldText: (text: string) => Folded,
  isWord: (match: string) => boolean,
): Search {
  if (words.length === 0) return () => []
  const pattern = patternOf(words, classFor)
  const plainWords = new Set(words.map(withoutMarks))
  return (text) => {
    const { text: folded, starts, ends } = foldText(text)
    return folded
      .matchAll(pattern)
      .filter(([match]) => plainWords.has(withoutMarks(match)) || isWord(match))
      .map(({ 0: match, index }): [number, number] => [
        starts[index] ?? 0,
        ends[index + match.length - 1] ?? text.length,
      ])
      .toArray()
  }
}

const withoutMarks = (text: string) => text.replaceAll(/\p{M}/gu, '')

/** Whether signs replace only a few letters. A number or a name such as A55 is not a word. */
function isMostlyLetters(match: string): boolean {
  const letters = match.match(/\p{L}/gu)?.length ?? 0
  return letters > [...withoutMarks(match)].length - letters
}

function patternOf(words: readonly string[], classFor: ClassFor): RegExp {
  const patterns = words.map((word) =>
    (word.match(/\P{M}\p{M}*/gu) ?? [])
      .map(([letter = '', ...own]) => {
        if (letter === ' ') return '\\s+'
        const more = decorated.test(letter) ? marks : ''
        return classFor(letter) + own.map((mark) => RegExp.escape(mark)).join('') + more
      })
      .join(''),
  )
  return new RegExp(`(?<![\\p{L}\\p{N}]\\p{M}*)(?:${patterns.join('|')})(?![\\p{L}\\p{N}\\p{M}])`, 'gu')
}

function replaceSpans(
  text: string,
  spans: readonly [from: number, to: number][],
  replacementFor: (word: string) => string,
): string {
  let replaced = ''
  let after = 0
  for (const [from, to] of spans) {
    // Two words may touch within one character that folds to several, such as a ligature.
    if (from < after) continue
    replaced += text.slice(after, from) + replacementFor(text.slice(from, to))
    after = to
  }
  return replaced + text.slice(after)
}

/**
 * Whether a name that is part of an address contains a forbidden word. Such a name is rejected, because it cannot be rewritten. In
 * names without spaces, underscores, digits and capitals separate words too.
 */
export const isFilteredName = (filter: TextFilter, name: string): boolean =>
  [name, name.replaceAll(/[\p{N}_]+|(?<=\p{Ll})(?=\p{Lu})/gu, ' ')].some((text) => filter(text) !== text)
