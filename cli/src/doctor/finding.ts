/** The result of one check. `warning`: the product runs, but not for ever or not for everyone. */
export interface Finding {
  verdict: 'ok' | 'warning' | 'fault'
  /** The result in a few words. */
  said: string
  /** Advice for the operator, as one sentence. */
  todo?: string
}

export const ok = (said: string): Finding => ({ verdict: 'ok', said })
export const warning = (said: string, todo: string): Finding => ({ verdict: 'warning', said, todo })
export const fault = (said: string, todo: string): Finding => ({ verdict: 'fault', said, todo })

export const messageOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message
}
