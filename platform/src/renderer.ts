import { availableParallelism } from 'node:os'
import { describeAsset } from './assets/pictures/describe.ts'
import type { ModelReading } from './assets/pictures/models.ts'
import { describeUser } from './avatars/describe.ts'
import type { Services } from './foundation/services.ts'
import { createBuiltinRenderer } from './rendering/builtin.ts'
import { createExternalRenderer } from './rendering/external.ts'
import type { Renderer } from './rendering/renders.ts'
import { subjectOf } from './rendering/rules.ts'

/** Creates the configured renderer: threads of this process, or another service. */
export function createRenderer(platform: Services & ModelReading): Renderer {
  if (platform.config.Renderer.Kind === 'external') return createExternalRenderer(platform)
  const workers = platform.config.Renderer.Workers ?? Math.min(availableParallelism(), 4)
  return createBuiltinRenderer(platform, workers, async (subject, isPatient) => {
    const { userId, assetId } = subjectOf(subject)
    if (userId !== undefined) return describeUser(platform, userId, isPatient)
    const drawing = await describeAsset(platform, assetId)
    return drawing && { drawing, omitted: [] }
  })
}
