import type { Limit } from '../foundation/limits.ts'
import type { Services } from '../foundation/services.ts'
import type { Places } from '../places/door.ts'
import type { Rendering } from '../rendering/door.ts'
import type {} from './appeals/tables.ts'
import type {} from './asset-review/tables.ts'
import { createReportLimit } from './reports/report.ts'
import type {} from './reports/tables.ts'
import { createFollowUps, type FollowUps } from './takedowns/follow-ups.ts'
import type {} from './takedowns/tables.ts'

/** Parts that the domain adds to the running platform. */
export interface Moderation {
  followUps: FollowUps
  reportLimit: Limit
}

export const openModeration = (platform: Services & Places & Rendering): Moderation => ({
  followUps: createFollowUps(platform),
  reportLimit: createReportLimit(platform.limitCounts),
})
