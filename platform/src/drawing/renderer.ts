import { availableParallelism } from 'node:os'
import type { ModelReading } from '../assets/door.ts'
import type { Services } from '../foundation/services.ts'
import type { Renderer } from '../rendering/door.ts'
import { subjectOf } from '../rendering/rules.ts'
import { createBuiltinRenderer } from './builtin.ts'
import { describeAsset } from './describe-asset.ts'
import { describeUser } from './describe-user.ts'
import { createExternalRenderer } from './external.ts'

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
