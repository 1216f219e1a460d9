import type { Config } from '../../foundation/config/schema.ts'

/** Response of the economy service. */
interface EconomyResponse {
  status: number
  text: string
  headers: Headers
}

/**
 * Sends a request to the economy service.
 *
 * @throws when no complete response arrives in time. The service may have carried out the request.
 */
export type AskEconomy = (
  method: 'GET' | 'POST',
  path: string,
  options: { timeoutMs: number; body?: string; headers?: Record<string, string> },
) => Promise<EconomyResponse>

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

/** Returns the name of a user's account. */
export const accountOf = (userId: string) => `user:${userId}`

/** Returns the name of a user's account, encoded for a path. */
export const accountPath = (userId: string) => encodeURIComponent(accountOf(userId))
