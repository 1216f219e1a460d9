/** In characters. */
export const maxWordLength = 100

/** Maximum length of all words with their line breaks, in characters. The form sends them as one field. */
export const maxWordsLength = 60_000

/** Length of a text to test, in characters. */
export const maxTestLength = 2_000

/** Length of a text that a game has filtered, in characters. No game shows longer ones in its chat. */
export const maxGameTextLength = 2_000

/** Texts that a game server has filtered in one request. */
export const maxBatch = 50

/** Length of each of them, in characters. */
export const maxBatchTextLength = 500

const wildcards = /[#*]/u

/** `#` stands for a digit; `*` at the start or the end for any letters and digits. */
export const isPattern = (word: string): boolean => wildcards.test(word)

/** Whether a pattern is specific enough: two letters, digits or `#`, and `*` only at its ends. */
export const isUsableWord = (word: string): boolean =>
  (word.match(/[\p{L}\p{N}#]/gu)?.length ?? 0) >= (isPattern(word) ? 2 : 1) && !/.\*./u.test(word)

/** Returns the words of a text with one a line, each once in its first spelling, without surrounding spaces. */
export function wordsIn(lines: string): string[] {
  const words = new Map<string, string>()
  for (const line of lines.split('\n')) {
    const word = line.trim().replaceAll(/\s+/gu, ' ')
    const key = word.toLowerCase()
    if (word !== '' && !words.has(key)) words.set(key, word)
  }
  return [...words.values()]
}
