import type { Db } from '../database.ts'
import type { Clock } from '../foundation/clock.ts'
import type { Files } from '../foundation/files.ts'
import { type Drawing, drawingEdition, type Pictures } from '../renderer/drawing.ts'
import { createStudio } from '../renderer/studio.ts'
import { placePictures } from './place-pictures.ts'
import type { Renderer } from './renders.ts'
import { drawingLimits, leaseMs, type RenderSubject } from './rules.ts'

/** What is to be drawn for a subject, as it is at this moment; undefined: it is gone, or has no pictures. */
export type Describe = (subject: RenderSubject) => Promise<Drawing | undefined>

/** Draws on this machine, in threads of its own. @param workers how many at once */
export function createBuiltinRenderer(
  platform: { db: Db; now: Clock; files: Files },
  workers: number,
  describe: Describe,
): Renderer {
  const studio = createStudio(drawingLimits)
  return {
    lanes: workers,
    edition: drawingEdition,
    handsOver: false,
    leaseMs,
    async carryOut({ subject, render_id }) {
      const drawing = await describe(subject)
      const pictures: Pictures = drawing ? await studio.draw(drawing) : {}
      await placePictures(platform, { subject, renderId: render_id }, pictures)
    },
    close: () => studio.close(),
  }
}
