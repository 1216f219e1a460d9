import { keyOf, type Mutation } from './mutants.ts'

/** A mutant that no test finds, with the reason why that is right. */
export interface Accepted extends Mutation {
  reason: string
}

/**
 * Reads the list of accepted mutants.
 *
 * @throws if an entry has no reason
 */
export function parseAccepted(json: string): Accepted[] {
  const accepted = JSON.parse(json) as Accepted[]
  for (const entry of accepted)
    if (!entry.reason?.trim()) throw new Error(`an accepted mutant has no reason: ${keyOf(entry)}`)
  return accepted
}

/** Returns the accepted mutants that the code no longer has. */
export function staleOf(accepted: readonly Accepted[], mutants: readonly Mutation[]): Accepted[] {
  const keys = new Set(mutants.map(keyOf))
  return accepted.filter((entry) => !keys.has(keyOf(entry)))
}
