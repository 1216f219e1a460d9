import { usernameSkeleton } from '../rules.ts'

/** Reserved words from this length on are also found at the ends of longer words. Shorter ones begin too many ordinary words. */
const minLengthWithin = 7

/**
 * Returns whether a username has a reserved word: as the whole name, as one of its parts, or, if the word is long, at either end.
 * Underscores and capital letters separate parts, and digits at the ends of a part are ignored. Look-alike letters and digits count
 * as the letters that they resemble.
 */
export function hasReservedName(username: string, reserved: readonly string[]): boolean {
  const whole = fold(username)
  const found = new Set(
    [username, ...partsOf(username)].flatMap((part) => [part, withoutDigits(part)]).map(fold),
  )
  return reserved
    .map((name) => fold(name.replaceAll(/[^A-Za-z0-9]/g, '')))
    .filter((word) => word.length > 1)
    .some(
      (word) =>
        found.has(word) ||
        (word.length >= minLengthWithin && (whole.startsWith(word) || whole.endsWith(word))),
    )
}

/** `ChiefModBot_2` has the parts `Chief`, `Mod`, `Bot` and `2`. */
const partsOf = (username: string) => username.split(/_+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)

/** A number at either end is decoration. */
const withoutDigits = (part: string) => part.replaceAll(/^[0-9_]+|[0-9_]+$/g, '')

const lettersOfDigits: Readonly<Record<string, string>> = { '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b' }

const fold = (name: string) =>
  usernameSkeleton(name.replaceAll(/[34578]/g, (digit) => lettersOfDigits[digit] ?? digit))
