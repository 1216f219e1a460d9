import { randomInt } from 'node:crypto'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { BrandingReader } from '../../foundation/branding.ts'
import { InvalidFields } from '../../foundation/errors.ts'
import { minPasswordLength } from '../rules.ts'
import { unfitWords } from './unfit-words.ts'

/** Four of 7,252 words are 51 bits: more than 10^15 guesses, each of which costs an Argon2 hash. */
const wordCount = 4

/** Scores run from 0 to 4. From 3 on, zxcvbn expects 10^8 guesses or more. */
const goodScore = 3

/** Bounds the time that zxcvbn blocks the main thread on a hostile password. */
const bounds = { characters: 40, substitutions: 10 }

/** Returns a new passphrase of random words, long enough for every form. */
export async function suggestPassphrase(): Promise<string> {
  const words = await loadFitWords()
  for (;;) {
    const passphrase = Array.from({ length: wordCount }, () => words[randomInt(words.length)]).join(' ')
    if (passphrase.length >= minPasswordLength) return passphrase
  }
}

/** Returns the words of the EFF's long word list that are fit for children. */
export async function loadFitWords(): Promise<string[]> {
  const { dictionary } = await loadWords()
  return dictionary['diceware-common'].filter((word) => !unfitWords.has(word))
}

/**
 * Warns once about a new password that is easy to guess.
 *
 * @param input `weakpassword` is `false` when the form has not warned yet and `true` when the user insists. Programs leave
 * it out and get no warning.
 * @param about words that an attacker tries first, such as the username. The platform's name is one of them.
 * @throws InvalidFields `weakpassword`
 */
export async function warnOfWeakPassword(
  { branding }: { branding: Pick<BrandingReader, 'read'> },
  { password, weakpassword }: { password: string; weakpassword?: string | undefined },
  about: (string | null)[],
): Promise<void> {
  if (weakpassword !== 'false') return
  const adviser = await loadAdviser()
  const words = [...about.filter((word) => word !== null), (await branding.read()).name]
  const { score } = adviser.check(password.slice(0, bounds.characters), words)
  if (score < goodScore) throw new InvalidFields({ weakpassword: 'accounts.password_weak' })
}

let adviser: Promise<ZxcvbnFactory> | undefined

/** The adviser takes 10 MB and some 30 ms, so it is created on first use. */
function loadAdviser(): Promise<ZxcvbnFactory> {
  adviser ??= createAdviser()
  return adviser
}

async function createAdviser(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    loadWords(),
  ])
  return new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: bounds.substitutions,
  })
}

const loadWords = () => import('@zxcvbn-ts/language-common')
