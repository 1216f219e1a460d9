import { parentPort } from 'node:worker_threads'
import { draw } from './draw.ts'
import { CannotDraw, type Drawing, type Drawn } from './drawing.ts'

/** What a worker answers for each drawing that it was handed. */
export type Answer = { drawn: Drawn } | { cannotDraw: string } | { error: string }

parentPort?.on('message', async (drawing: Drawing) => {
  parentPort?.postMessage(await answer(drawing))
})

async function answer(drawing: Drawing): Promise<Answer> {
  try {
    return { drawn: await draw(drawing) }
  } catch (error) {
    const { message } = error as Error
    return error instanceof CannotDraw ? { cannotDraw: message } : { error: message }
  }
}
