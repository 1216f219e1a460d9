import { parentPort } from 'node:worker_threads'
import { draw } from './draw.ts'
import { CannotDraw, type Drawing, type Drawn } from './drawing.ts'

/** Message from a worker for each drawing. */
export type Reply = { drawn: Drawn } | { cannotDraw: string } | { error: string }

parentPort?.on('message', async (drawing: Drawing) => {
  parentPort?.postMessage(await replyTo(drawing))
})

async function replyTo(drawing: Drawing): Promise<Reply> {
  try {
    return { drawn: await draw(drawing) }
  } catch (error) {
    const { message } = error as Error
    return error instanceof CannotDraw ? { cannotDraw: message } : { error: message }
  }
}
