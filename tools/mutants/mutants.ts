import { createHash } from 'node:crypto'
import { parseScript } from '../source-check.ts'
import { type Change, changesOf } from './operators.ts'

/** One changed line of a file, described by its code, so that edits of other lines do not matter. */
export interface Mutation {
  file: string
  /** The line before the change, without its indentation. */
  code: string
  /** The replaced code and its replacement. */
  change: string
  /** Set if the file has the same change of the same line more than once: 2 for the second one. */
  nth?: number
}

export interface Mutant extends Mutation, Change {
  line: number
}

const excerptLength = 60

/** Returns the mutants of a file, in the order of their lines. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const parsed = parseScript(source)
  const seen = new Map<string, number>()
  return changesOf(parsed)
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((change) => {
      const { line } = parsed.getLineAndCharacterOfPosition(change.start)
      const code = source.split('\n', line + 1)[line]?.trim() ?? ''
      const described = `${excerpt(source.slice(change.start, change.end))} → ${change.text || 'nothing'}`
      const mutation = { file, code, change: excerpt(described) }
      const nth = (seen.get(keyOf(mutation)) ?? 0) + 1
      seen.set(keyOf(mutation), nth)
      return { ...change, ...mutation, line: line + 1, ...(nth > 1 && { nth }) }
    })
}

/** Identifies a mutant in lists of results. */
export const keyOf = ({ file, code, change, nth }: Mutation): string =>
  [file, code, change, ...(nth ? [nth] : [])].join(' ¦ ')

export const mutated = (source: string, { start, end, text }: Change): string =>
  source.slice(0, start) + text + source.slice(end)

/** Returns as many mutants as wanted. The same seed picks the same ones, and more of them if more are wanted. */
export function sample<T extends Mutation>(mutants: readonly T[], count: number, seed: string): T[] {
  const rank = new Map(mutants.map((mutant) => [mutant, hash(`${seed} ${keyOf(mutant)}`)]))
  return [...mutants].sort((a, b) => ((rank.get(a) ?? '') < (rank.get(b) ?? '') ? -1 : 1)).slice(0, count)
}

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  if (line.length <= excerptLength) return line
  return `${line.slice(0, excerptLength / 2)}…${line.slice(-excerptLength / 2)}`
}
