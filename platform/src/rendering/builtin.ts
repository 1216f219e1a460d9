import { type Drawing, type Drawn, drawingEdition, ExceedsLimits } from '@baseplate/renderer/drawing'
import { createWorkerPool, type WorkerPool } from '@baseplate/renderer/worker-pool'
import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Files } from '../foundation/files.ts'
import { placePictures } from './place-pictures.ts'
import type { Renderer } from './renders.ts'
import { drawingLimits, leaseMs, patientAttempts, type RenderSubject } from './rules.ts'

/**
 * What is to be drawn for a subject, as it is at this moment, and what is left out of it; undefined: it is gone, or has no
 * pictures.
 *
 * @param isPatient whether it is tried again after an error that may pass.
 */
export type Describe = (
  subject: RenderSubject,
  isPatient: boolean,
) => Promise<{ drawing: Drawing; omitted: string[] } | undefined>

/** Draws on this machine, in threads of its own. @param workers how many at once */
export function createBuiltinRenderer(
  platform: { db: Db; now: Clock; files: Files },
  workers: number,
  describe: Describe,
): Renderer {
  const studio = createWorkerPool(drawingLimits)
  return {
    lanes: workers,
    edition: drawingEdition,
    handsOver: false,
    leaseMs,
    async carryOut({ subject, render_id, attempts }) {
      const described = await describe(subject, attempts <= patientAttempts)
      const drawn: Drawn = described ? await drawWithin(studio, described.drawing) : {}
      const omitted = [...(described?.omitted ?? []), ...(drawn.omitted ?? [])]
      await placePictures(platform, { subject, renderId: render_id }, { ...drawn, omitted })
    },
    close: () => studio.close(),
  }
}

/** Draws; an avatar whose hats take more than a drawing may is drawn without them. */
async function drawWithin(studio: WorkerPool, drawing: Drawing): Promise<Drawn> {
  try {
    return await studio.draw(drawing)
  } catch (error) {
    if (!(error instanceof ExceedsLimits) || drawing.kind !== 'avatar' || !drawing.hats?.length) throw error
    const { hats, ...bare } = drawing
    const drawn = await studio.draw(bare)
    const tooMuch = hats.map(({ name }) => `hat ${name}: ${error.message}`)
    return { ...drawn, omitted: [...(drawn.omitted ?? []), ...tooMuch] }
  }
}
