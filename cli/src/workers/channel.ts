import type { SampledMetric } from '@baseplate/service/metrics'

/** Questions between the parent and its workers, with the types of their answers. */
export interface Questions {
  /** Asked of a worker: whether it still responds. */
  health: true
  /** Asked of a worker: its own metrics. */
  metrics: SampledMetric[]
  /** Asked of the parent: the metrics of every worker. */
  allMetrics: { workers: SampledMetric[][]; droppedLogLines: number }
}

type Question = keyof Questions

export type Answers = { [Asked in Question]?: () => Promise<Questions[Asked]> }

/** @throws when the other process does not answer before the signal aborts */
export type Ask = <Asked extends Question>(question: Asked, signal: AbortSignal) => Promise<Questions[Asked]>

interface Message {
  /** A question, and the number of its answer. */
  question?: Question
  answerTo?: number
  id?: number
  value?: unknown
  error?: string
}

/** The channel to another process. */
interface End {
  on(event: 'message', listener: (message: unknown) => void): unknown
  send?(message: unknown, sent: (error: Error | null) => void): unknown
}

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Answers the questions of another process, and returns a function that asks it. */
export function openChannel(end: End, answers: Answers): Ask {
  const waiting = new Map<number, Waiting>()
  let questions = 0

  const send = (message: Message) =>
    new Promise<void>((resolve, reject) => {
      if (end.send) end.send(message, (error) => (error ? reject(error) : resolve()))
      else reject(new Error('there is no other process'))
    })

  const answer = async (question: Question, answerTo: number) => {
    try {
      await send({ answerTo, value: await answers[question]?.() })
    } catch (error) {
      // The process that asked may have died.
      await send({ answerTo, error: (error as Error).message }).catch(() => undefined)
    }
  }

  end.on('message', (received) => {
    const { question, id, answerTo, value, error } = received as Message
    if (question !== undefined && id !== undefined) void answer(question, id)
    if (answerTo === undefined) return
    if (error === undefined) waiting.get(answerTo)?.resolve(value)
    else waiting.get(answerTo)?.reject(new Error(error))
  })

  return async (question, signal) => {
    const id = ++questions
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    waiting.set(id, { resolve, reject })
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp)
    try {
      send({ question, id }).catch(reject)
      return (await promise) as Questions[typeof question]
    } finally {
      waiting.delete(id)
      signal.removeEventListener('abort', giveUp)
    }
  }
}
