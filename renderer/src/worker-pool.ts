import { CannotDraw, type Drawing, type Drawn } from './drawing.ts'
import { createThreadPool, type ThreadLimits } from './thread-pool.ts'
import type { Reply } from './worker.ts'

/** Worker threads that draw. */
export interface WorkerPool {
  /**
   * @throws CannotDraw for a drawing that can never succeed; ExceedsLimits for one that exceeds its processor time or memory. Any
   * other error may be temporary, for example a busy machine.
   */
  draw(drawing: Drawing): Promise<Drawn>
  /** Ends all workers. Drawings in progress fail. */
  close(): Promise<void>
}

/** @param script Code of the workers: it must reply to each `Drawing` with one `Reply`. */
export function createWorkerPool(
  limits: ThreadLimits,
  script = new URL('./worker.ts', import.meta.url),
  idleMs?: number,
): WorkerPool {
  const pool = createThreadPool<Drawing, Reply, Drawn>({ limits, script, resultOf: drawnIn, idleMs })
  return { draw: (drawing) => pool.run(drawing), close: () => pool.close() }
}

function drawnIn(reply: Reply): Drawn {
  if ('error' in reply) throw new Error(reply.error)
  if ('cannotDraw' in reply) throw new CannotDraw(reply.cannotDraw)
  return reply.drawn
}
