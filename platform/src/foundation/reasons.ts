import type { RefusalCode } from './problem.ts'
import type { Refusal } from './refusal-status.ts'

/** Reasons other than `invalid` of the codes that begin with these parts. */
export type Reasons<Part extends string = string> = Readonly<
  Partial<Record<Extract<RefusalCode, `${Part}.${string}`>, Exclude<Refusal, 'invalid'>>>
>

let known: Reasons | undefined

/** Takes the reasons of all domains, which foundation cannot import: `platform/src/refusals.ts`. */
export function knowReasons(reasons: Reasons): void {
  known = reasons
}

/** Returns the reason of a refusal. */
export function reasonOf(code: RefusalCode): Refusal {
  if (!known) throw new Error('platform/src/refusals.ts was not imported')
  return known[code] ?? 'invalid'
}
