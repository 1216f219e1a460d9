import { hour } from '@baseplate/service/clock'
import type { Job } from '../foundation/jobs.ts'
import type { Limit } from '../foundation/limits.ts'
import type { Services } from '../foundation/services.ts'
import type { Spelling } from '../foundation/spelling.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import { sweepGroupIcons } from './groups/icons.ts'
import { createGroupSpelling } from './groups/spelling.ts'
import type {} from './groups/tables.ts'
import type {} from './posts/tables.ts'
import { createPostLimit } from './posts/write.ts'
import { createStylesheets, type Stylesheets } from './styling/stylesheets.ts'
import type {} from './styling/tables.ts'
import { createStylingLimit } from './styling/update.ts'

/** Parts that the domain adds to the running platform. */
export interface People {
  stylesheets: Stylesheets
  groupSpelling: Spelling
  postLimit: Limit
  stylingLimit: Limit
}

export const openPeople = (services: Services): People => ({
  stylesheets: createStylesheets(services),
  groupSpelling: createGroupSpelling(services),
  postLimit: createPostLimit(services.limitCounts),
  stylingLimit: createStylingLimit(services.limitCounts),
})

export const startPeopleJobs = (platform: Services): Job[] => [
  platform.sharedJobs.start('sweep group icons', hour, sweepOf(platform, sweepGroupIcons)),
]
