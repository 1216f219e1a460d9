import { parentPort } from 'node:worker_threads'
import { type Reading, type ReadingResult, readModelContent } from './reading.ts'

/** Message from a worker for each document. */
export type ReadingReply = { result: ReadingResult } | { error: string }

parentPort?.on('message', async (reading: Reading) => {
  parentPort?.postMessage(await replyTo(reading))
})

async function replyTo(reading: Reading): Promise<ReadingReply> {
  try {
    return { result: await readModelContent(reading) }
  } catch (error) {
    return { error: (error as Error).message }
  }
}
