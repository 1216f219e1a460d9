import { type Drawing, type Drawn, drawingEdition, ExceedsLimits } from '@baseplate/renderer/drawing'
import { createWorkerPool, type WorkerPool } from '@baseplate/renderer/worker-pool'
import type { Clock } from '@baseplate/service/clock'
import type { Files } from '@baseplate/storage/files'
import type { Db } from '../foundation/database.ts'
import { type Renderer, storePictures } from '../rendering/door.ts'
import { drawingLimits, leaseMs, patientAttempts, type RenderSubject } from '../rendering/rules.ts'

/**
 * Describes a subject's current appearance, and names the items that the drawing leaves out. Returns undefined for a subject that
 * is gone or has no pictures.
 *
 * @param isPatient whether to throw transient errors, so that the drawing is retried. Otherwise the item is left out.
 */
type Describe = (
  subject: RenderSubject,
  isPatient: boolean,
) => Promise<{ drawing: Drawing; omitted: string[] } | undefined>

/** Draws in worker threads of this process, each with limits on time and memory. */
export function createBuiltinRenderer(
  platform: { db: Db; now: Clock; files: Files },
  workers: number,
  describe: Describe,
): Renderer {
  const pool = createWorkerPool(drawingLimits)
  return {
    concurrency: workers,
    edition: drawingEdition,
    handsOver: false,
    leaseMs,
    async carryOut({ subject, render_id, attempts }) {
      const described = await describe(subject, attempts <= patientAttempts)
      const drawn: Drawn = described ? await drawWithinLimits(pool, described.drawing) : {}
      const omitted = [...(described?.omitted ?? []), ...(drawn.omitted ?? [])]
      await storePictures(platform, { subject, renderId: render_id }, { ...drawn, omitted })
    },
    close: () => pool.close(),
  }
}

/** Draws. An avatar whose hats exceed the limits is drawn without them. */
async function drawWithinLimits(pool: WorkerPool, drawing: Drawing): Promise<Drawn> {
  try {
    return await pool.draw(drawing)
  } catch (error) {
    if (!(error instanceof ExceedsLimits) || drawing.kind !== 'avatar' || !drawing.hats?.length) throw error
    const { hats, ...bare } = drawing
    const drawn = await pool.draw(bare)
    const omittedHats = hats.map(({ name }) => `hat ${name}: ${error.message}`)
    return { ...drawn, omitted: [...(drawn.omitted ?? []), ...omittedHats] }
  }
}
