import type { BodyColours } from './body.ts'

/** A look: worn items by id, and body colours. */
export interface WornLook {
  items: readonly number[]
  colours: BodyColours
}

/** Looks that a page has shown, so that changes can be undone. */
export interface LookHistory {
  current?: WornLook
  /** Earlier looks, the latest last. */
  past: readonly WornLook[]
}

/** Maximum number of steps that can be undone. */
const maxSteps = 30

/** Notes the current look. Returning to the previous look counts as undoing. */
export function noteLook({ current, past }: LookHistory, look: WornLook): LookHistory {
  if (!current || isSame(current, look)) return { current: look, past }
  const before = past.at(-1)
  if (before && isSame(before, look)) return { current: look, past: past.slice(0, -1) }
  return { current: look, past: [...past, current].slice(-maxSteps) }
}

const keyOf = ({ items, colours }: WornLook) =>
  JSON.stringify([[...items].sort((one, other) => one - other), Object.entries(colours).sort()])

const isSame = (one: WornLook, other: WornLook) => keyOf(one) === keyOf(other)
