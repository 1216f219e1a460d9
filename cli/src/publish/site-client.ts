import { setTimeout as delay } from 'node:timers/promises'
import { NotPublished } from './failure.ts'

/** Time for a response. A part of the file that takes longer is sent again. */
const responseMs = 120_000

/** Pauses between attempts that fail in a row. After the last one, the command gives up. */
const pausesMs = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000]

/** Statuses of failures that may pass. 409: another attempt at the same part has arrived. 460: this one arrived changed. */
const passing: ReadonlySet<number> = new Set([408, 409, 429, 460, 500, 502, 503, 504])

interface Request {
  method: string
  /** Path at the site. */
  path: string
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

/** A response with the beginning of its body. */
interface Answer {
  status: number
  headers: Headers
  body: { message?: string; code?: string } & Record<string, unknown>
}

/** Sends requests with an access token. */
export interface SiteClient {
  /** Sends a request once. @throws Error: there was no response */
  send(request: Request): Promise<Answer>
  /** Waits before the next attempt. @throws NotPublished after too many attempts without `succeeded`. */
  pause(why: Answer | Error): Promise<void>
  /** Makes the next pause the shortest. */
  succeeded(): void
  /** Repeats a request until its response is one that a further attempt would not change. */
  ask(request: Request): Promise<Answer>
}

/** Longest wait that a site may ask for. */
const maxWaitSeconds = 90

/** Whether an attempt within minutes may succeed. */
export const mayPass = (answer: Answer): boolean =>
  passing.has(answer.status) && !(answer.status === 429 && waitOf(answer) > maxWaitSeconds)

/** Returns the seconds that a response asks to wait. Proxies also write times, which are not worth a parser here. */
const waitOf = ({ headers }: Answer): number => Number(headers.get('retry-after')) || 0

export function createSiteClient({ url, token }: { url: URL; token: string }): SiteClient {
  let failures = 0

  async function send({ method, path, headers, body }: Request): Promise<Answer> {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      // A redirect would lose the body, and might lead the token elsewhere.
      redirect: 'manual',
      signal: AbortSignal.timeout(responseMs),
      ...(body && { body }),
    })
    return { status: response.status, headers: response.headers, body: parse(await response.text()) }
  }

  async function pause(why: Answer | Error): Promise<void> {
    const planned = pausesMs[failures++]
    if (planned === undefined)
      throw new NotPublished(`${url.host} cannot be reached: ${textOf(why)}`, 'unreachable')
    const asked = why instanceof Error ? 0 : Math.min(waitOf(why), maxWaitSeconds)
    // Random, so that programs that wait for the same site do not all retry at once.
    await delay(Math.max(asked * 1_000, planned * (0.5 + Math.random() / 2)))
  }

  async function ask(request: Request): Promise<Answer> {
    for (;;) {
      const answer = await send(request).catch((error: Error) => error)
      // Here, 409 means too many unfinished uploads, which does not pass within minutes.
      if (!(answer instanceof Error) && (answer.status === 409 || !mayPass(answer))) return answer
      await pause(answer)
    }
  }

  return {
    send,
    pause,
    succeeded: () => {
      failures = 0
    },
    ask,
  }
}

function parse(text: string): Answer['body'] {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}

const textOf = (why: Answer | Error): string => {
  if (why instanceof Error) return String((why.cause as Error | undefined)?.message ?? why.message)
  return why.body.message ?? `status ${why.status}`
}

/** Turns the refusal of a request into the end of the command. */
export function refusal({ status, headers, body }: Answer): NotPublished {
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  if (location !== null)
    return new NotPublished(`The site redirects to ${location}. Give its own address with --url.`, 'refused')
  const code = body.code === undefined ? '' : ` (${body.code})`
  const message = `${body.message ?? `The site answered with status ${status}`}${code}`
  return new NotPublished(message, status === 412 ? 'outdated' : 'refused')
}
