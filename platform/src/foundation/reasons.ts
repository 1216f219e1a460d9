import type { RefusalCode } from './problem.ts'
import type { Refusal } from './refusal-status.ts'

/** Reasons other than `invalid`, by code. `Part` is the first part of the codes. */
export type Reasons<Part extends string = string> = Readonly<
  Partial<Record<Extract<RefusalCode, `${Part}.${string}`>, Exclude<Refusal, 'invalid'>>>
>

let known: Reasons | undefined

/** Registers the reasons of all domains. `platform/src/refusals.ts` calls it, because foundation cannot import domains. */
export function registerReasons(reasons: Reasons): void {
  known = reasons
}

/** Returns the reason of a refusal. @throws Error before reasons are registered */
export function reasonOf(code: RefusalCode): Refusal {
  if (!known) throw new Error('platform/src/refusals.ts was not imported')
  return known[code] ?? 'invalid'
}
