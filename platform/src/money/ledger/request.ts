import type { Config } from '../../foundation/config/schema.ts'

/** What the economy service answered. */
export interface EconomyAnswer {
  status: number
  text: string
  headers: Headers
}

/**
 * Asks the economy service.
 *
 * @throws when it does not answer whole within the time: whether it has done what it was asked for is not known then.
 */
export type AskEconomy = (
  method: 'GET' | 'POST',
  path: string,
  options: { timeoutMs: number; body?: string; headers?: Record<string, string> },
) => Promise<EconomyAnswer>

export function createAskEconomy(config: Pick<Config, 'economy'>): AskEconomy {
  const { url, key } = config.economy
  const access: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
  return async (method, path, { timeoutMs, body, headers }) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...access, ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body }),
    })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
}

/** The economy account of a user. */
export const accountOf = (userId: string) => `user:${userId}`

/** The same, as it stands in a path. */
export const accountPath = (userId: string) => encodeURIComponent(accountOf(userId))
