import type { BodyKind } from './body-kinds.ts'

/** Maximum bytes of all unfinished bodies of some kinds. */
export interface BodyBudget {
  counts: (kind: BodyKind) => boolean
  bytesMax: number
}

/** Forms are small and soon complete. Unfinished ones must leave most of the memory to files. */
const formsShare = 1 / 4

/** Returns the budgets that each body has to fit in. @param bytesMax for all bodies together */
export const bodyBudgetsOf = (bytesMax: number): BodyBudget[] => [
  { counts: ({ isUpload }) => !isUpload, bytesMax: bytesMax * formsShare },
  { counts: () => true, bytesMax },
]
