import type { AppealDecision } from '../appeal-rules.ts'

/** An appeal as its author sees it. */
export interface OwnAppeal {
  created: number
  text: string
  /** Null: not decided yet. */
  decided: number | null
  decision: AppealDecision | null
  answer: string
}

interface AppealColumns extends Pick<OwnAppeal, 'decided' | 'decision'> {
  appealed: number | null
  text: string | null
  answer: string | null
}

/** Returns the appeal in a takedown's row; null: there is none. */
export function ownAppeal({ appealed, text, decided, decision, answer }: AppealColumns): OwnAppeal | null {
  if (appealed === null || text === null) return null
  return { created: appealed, text, decided, decision, answer: answer ?? '' }
}
