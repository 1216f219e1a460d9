import german from './lists/de.json' with { type: 'json' }
import english from './lists/en.json' with { type: 'json' }

/** Words and patterns by language: slurs and insults, sexual terms, and attempts to get in touch outside the platform. */
const lists: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  en: english,
  de: german,
}

/** Language tags of the starter lists. */
export const starterLanguages: readonly string[] = Object.keys(lists)

/** Returns the words of a language's starter list; none for a language without one. */
export const starterWords = (language: string): string[] => Object.values(lists[language] ?? {}).flat()
