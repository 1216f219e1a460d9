/** The result of one check. `warning`: the product runs, but may fail later, or does not work for everyone. */
export interface Finding {
  verdict: 'ok' | 'warning' | 'fault'
  /** The result in a few words. */
  summary: string
  /** Advice for the operator, as one sentence. */
  advice?: string
}

export const ok = (summary: string): Finding => ({ verdict: 'ok', summary })
export const warning = (summary: string, advice: string): Finding => ({ verdict: 'warning', summary, advice })
export const fault = (summary: string, advice: string): Finding => ({ verdict: 'fault', summary, advice })

export const messageOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message
}
