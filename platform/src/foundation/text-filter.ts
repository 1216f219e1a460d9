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
