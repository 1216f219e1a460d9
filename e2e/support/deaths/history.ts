/**
 * Outcome of a request, as its client sees it. A `refused` request had no effect. An `unknown` one may have had its effect or
 * not.
 */
export type Outcome = 'done' | 'refused' | 'unknown'

export interface Attempt {
  /** Such as `comment`. */
  operation: string
  /** Distinguishes the effect of this attempt from that of any other one. */
  key: string
  outcome: Outcome
  /** Status and code of the answer, or the error of the connection. */
  answer: string
}

/** Codes of answers that promise that nothing was changed. */
const unchanged = new Set(['site.database_unavailable', 'site.files_unavailable', 'economy.unavailable'])

/** Codes of answers that leave the outcome open. */
const open = new Set(['site.commit_unknown', 'economy.payment_pending'])

/** Time after which a client gives up and tries again. Half of what the load balancer grants. */
const patienceMs = 30_000

/** Patience that is shorter than a freeze. The frozen site continues its work while another one serves the retry. */
export const impatientMs = 3_000

/** Time in which every operation must succeed for a client that retries. */
const persistenceMs = 90_000

/** Every request of the load, and its outcome. */
export interface History {
  readonly attempts: readonly Attempt[]
  /** Answers that no client should ever get. */
  readonly defects: string[]
  /** Longest time until a response, in milliseconds. */
  readonly slowest: number
  /** Repeats an operation, with a key of its own each time, until it is done. */
  persist(operation: Operation): Promise<Attempt>
  /** The attempts at one kind of operation, by outcome. */
  keysOf(operation: string): Record<Outcome, string[]>
}

export interface Operation {
  name: string
  /** Distinguishes this operation from others with its name. */
  subject: string
  send(key: string): Promise<Response>
  /** Absent for a patient client. */
  patienceMs?: number
  /** Whether an answer means that the operation is done. By default, any status below 400 does. */
  isDone?(answer: Answer, earlier: readonly Attempt[]): boolean
}

export interface Answer {
  status: number
  code: string | undefined
  text: string
}

export function startHistory(): History {
  const attempts: Attempt[] = []
  const defects: string[] = []
  let slowest = 0

  const attempt = async (
    operation: Operation,
    key: string,
    earlier: readonly Attempt[],
  ): Promise<Attempt> => {
    const began = performance.now()
    const about = { operation: operation.name, key }
    try {
      const response = await within(operation.send(key), operation.patienceMs ?? patienceMs)
      const answer = await read(response)
      slowest = Math.max(slowest, performance.now() - began)
      const shown = `${answer.status} ${answer.code ?? ''}`
      const outcome = judge(operation, answer, earlier)
      if (outcome !== undefined) return { ...about, outcome, answer: shown }
      defects.push(`${operation.name} ${key}: ${shown} ${answer.text.slice(0, 200)}`)
      return { ...about, outcome: 'unknown', answer: shown }
    } catch (error) {
      return { ...about, outcome: 'unknown', answer: String((error as Error).cause ?? error) }
    }
  }

  return {
    attempts,
    defects,
    get slowest() {
      return slowest
    },
    async persist(operation) {
      const deadline = performance.now() + persistenceMs
      const own: Attempt[] = []
      for (;;) {
        const made = await attempt(operation, `${operation.subject}.${own.length}`, own)
        own.push(made)
        attempts.push(made)
        if (made.outcome === 'done') return made
        if (performance.now() > deadline) {
          const answers = own.map(({ answer }) => answer).join(', ')
          throw new Error(`${operation.name} ${operation.subject} never succeeded: ${answers}`)
        }
        await new Promise((resolve) => setTimeout(resolve, Math.min(50 * own.length, 500)))
      }
    },
    keysOf(operation) {
      const of = attempts.filter((made) => made.operation === operation)
      const keys = (wanted: Outcome) => of.filter(({ outcome }) => outcome === wanted).map(({ key }) => key)
      return { done: keys('done'), refused: keys('refused'), unknown: keys('unknown') }
    },
  }
}

/** Returns the outcome, or undefined for an answer that the product must not give. */
function judge(operation: Operation, answer: Answer, earlier: readonly Attempt[]): Outcome | undefined {
  const { status, code } = answer
  if (operation.isDone ? operation.isDone(answer, earlier) : status < 400) return 'done'
  if (code !== undefined && unchanged.has(code)) return 'refused'
  if (code !== undefined && open.has(code)) return 'unknown'
  // Answers of the load balancer are not JSON: a site closed the connection, did not answer, or none is ready.
  return code === undefined && [502, 503, 504].includes(status) ? 'unknown' : undefined
}

async function within(asked: Promise<Response>, ms: number): Promise<Response> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  try {
    return await Promise.race([asked, promise])
  } finally {
    clearTimeout(timer)
  }
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  return { status: response.status, code: codeOf(text), text }
}

function codeOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { code?: string }).code
  } catch {
    return undefined
  }
}
