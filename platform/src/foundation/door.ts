import { hour, minute } from '@baseplate/service/clock'
import { createFileForms } from './file-forms.ts'
import { type Job, startJob } from './jobs.ts'
import type { Services } from './services.ts'
import type { SharedSlots } from './slots.ts'
import { createUserLimits, type UserLimits } from './user-limits.ts'

/** Limits that several domains spend. */
export interface SharedLimits {
  userLimits: UserLimits
  fileForms: SharedSlots
}

export const openSharedLimits = ({ limitCounts, config }: Services): SharedLimits => ({
  userLimits: createUserLimits(limitCounts, config),
  fileForms: createFileForms(),
})

export function startFoundationJobs(platform: Services): Job[] {
  const { config, log, files, sharedJobs: shared } = platform
  const sweep = async () => files.sweep(await platform.confirmedTime())
  // Each machine removes the remains in its own folder. Object storage belongs to all.
  const sweeping =
    config.filesUrl === undefined
      ? startJob('sweep unfinished files', hour, sweep, log)
      : shared.start('sweep unfinished files', hour, sweep)
  sweeping.runNow()
  return [sweeping, shared.start('sweep counts of limits', 10 * minute, platform.limitCounts.sweep)]
}
