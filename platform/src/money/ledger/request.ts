import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../foundation/config/schema.ts'

/** Time between two rounds through the addresses while no process writes the ledger. */
const roundPauseMs = 100

/** With less time left, no attempt is started: it could not finish, and a payment would have an unknown outcome. */
const minAttemptMs = 20

/** Share of a request's time that one process gets, because a paused one accepts connections and does not answer. */
const shareOfTime = 1 / 3

/** Maximum age of a balance or history that a standby may answer, in seconds. */
const maxStaleness = '1'

/** Response of the economy service. */
interface EconomyResponse {
  status: number
  text: string
  headers: Headers
}

interface EconomyRequest {
  timeoutMs: number
  body?: string
  headers?: Record<string, string>
  /** Whether the answer is for a page alone, so that it may be a second old. */
  forPage?: boolean
}

/**
 * Sends a request to the process of the economy service that writes the ledger, wherever it is.
 *
 * @throws when no complete response arrives in time. The service may have carried out the request.
 */
export type AskEconomy = (
  method: 'GET' | 'POST',
  path: string,
  request: EconomyRequest,
) => Promise<EconomyResponse>

/** Returns a function that sends a request to one process. */
export function askProcess({ economy: { key } }: Pick<Config, 'economy'>) {
  return async (
    address: string,
    method: string,
    path: string,
    { timeoutMs, body, headers }: EconomyRequest,
  ): Promise<EconomyResponse> => {
    const response = await fetch(address + path, {
      method,
      redirect: 'manual',
      headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body }),
    })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
}

export function createAskEconomy(config: Pick<Config, 'economy'>): AskEconomy {
  const { url, others = [], readsOnStandby = false } = config.economy
  const send = askProcess(config)
  const addresses = [url, ...others]
  /** The address that last answered as the writer. */
  let writer = url

  const sendToWriter: AskEconomy = async (method, path, request) => {
    const end = performance.now() + request.timeoutMs
    let address = writer
    for (let attempt = 1; ; attempt++) {
      const timeoutMs = Math.ceil(Math.min(end - performance.now(), request.timeoutMs * shareOfTime))
      const answer = await send(address, method, path, { ...request, timeoutMs }).catch(asError)
      if (!(answer instanceof Error) && !isOfStandby(answer)) {
        writer = address
        return answer
      }
      const next = nextAddress(addresses, address, answer)
      // A POST may have been carried out. The caller decides, and its next request goes elsewhere.
      const mayBeDone = answer instanceof Error && method === 'POST' && !isUnsent(answer)
      if (mayBeDone) writer = next
      else if (attempt % addresses.length === 0) {
        await pause(Math.max(0, Math.min(roundPauseMs, end - performance.now())))
      }
      if (mayBeDone || end - performance.now() < minAttemptMs) {
        if (answer instanceof Error) throw answer
        return answer
      }
      address = next
    }
  }

  const sendToStandby: AskEconomy = async (method, path, request) => {
    const address = addresses.find((each) => each !== writer) ?? writer
    const headers = { ...request.headers, 'max-staleness': maxStaleness }
    const end = performance.now() + request.timeoutMs
    const timeoutMs = Math.ceil(request.timeoutMs * shareOfTime)
    const answer = await send(address, method, path, { ...request, headers, timeoutMs }).catch(asError)
    if (!(answer instanceof Error) && answer.status < 500) return answer
    return sendToWriter(method, path, {
      ...request,
      timeoutMs: Math.max(minAttemptMs, end - performance.now()),
    })
  }

  if (addresses.length === 1) return (method, path, request) => send(url, method, path, request)
  return (method, path, request) =>
    readsOnStandby && request.forPage === true
      ? sendToStandby(method, path, request)
      : sendToWriter(method, path, request)
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** Whether a process refused because another one writes, or none does at the moment. Nothing has happened then. */
const isOfStandby = ({ status, headers }: EconomyResponse) => status === 503 && headers.has('retry-after')

/** Returns the writer that a standby named, if it is one of the addresses, or else the next address. */
function nextAddress(addresses: readonly string[], address: string, answer: EconomyResponse | Error): string {
  const named = answer instanceof Error ? null : answer.headers.get('location')
  const writer = named === null ? undefined : addresses.find((each) => named.startsWith(`${each}/`))
  if (writer !== undefined && writer !== address) return writer
  return addresses[(addresses.indexOf(address) + 1) % addresses.length] ?? address
}

/** Whether `fetch` failed before there was a connection. */
export function isUnsent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'UND_ERR_CONNECT_TIMEOUT'
}

/** Returns the name of a user's account. */
export const accountOf = (userId: string) => `user:${userId}`

/** Returns the name of a user's account, encoded for a path. */
export const accountPath = (userId: string) => encodeURIComponent(accountOf(userId))
