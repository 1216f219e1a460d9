/** Makes what somebody wrote fit for others: words that the operator has named are replaced. */
export type TextFilter = (text: string) => string

interface Filtering {
  Words: readonly string[]
  ReplaceWith: string
  ReplaceType: 'Character' | 'Word'
}

/**
 * Words are found whole, in any letter case: what merely contains one is another word. `Character` writes the replacement for
 * each of its characters, `Word` once.
 */
export function createTextFilter({ Words, ReplaceWith, ReplaceType }: Filtering): TextFilter {
  if (Words.length === 0) return (text) => text
  // The longest first, so that of two that begin alike the whole one goes.
  const words = Words.toSorted((one, other) => other.length - one.length).map((word) => RegExp.escape(word))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return (text) =>
    text.replace(pattern, (word) =>
      ReplaceType === 'Word' ? ReplaceWith : ReplaceWith.repeat([...word].length),
    )
}

/** Stands at the field of a name that is refused. */
export const filteredName = 'This name has a word in it that is not allowed here'

/**
 * Whether a name that is an address, and so cannot be written anew, has one of the words in it. In names without spaces, what
 * underscores, digits and capitals set apart are words, too.
 */
export const isFilteredName = (filter: TextFilter, name: string): boolean =>
  [name, name.replaceAll(/[\p{N}_]+|(?<=\p{Ll})(?=\p{Lu})/gu, ' ')].some((text) => filter(text) !== text)
