/** What the doctor has to say of one thing. `warning`: it runs, and will not do so for ever, or not for everybody. */
export interface Finding {
  verdict: 'ok' | 'warning' | 'fault'
  /** What was found, in a few words. */
  said: string
  /** What to do about it, a sentence. */
  todo?: string
}

export const ok = (said: string): Finding => ({ verdict: 'ok', said })
export const warning = (said: string, todo: string): Finding => ({ verdict: 'warning', said, todo })
export const fault = (said: string, todo: string): Finding => ({ verdict: 'fault', said, todo })

export const messageOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message
}
