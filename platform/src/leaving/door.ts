import { minute } from '@baseplate/service/clock'
import type { Job } from '../foundation/jobs.ts'
import type { Services } from '../foundation/services.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import { createErasures } from './deletion/erase-accounts.ts'
import { startExports } from './exports/make-exports.ts'
import { sweepExports } from './exports/sweep.ts'

export { deleteAccount } from './deletion/delete-account.ts'
export { keepAccount } from './deletion/keep-account.ts'
export { repeatErasures } from './deletion/repeat-erasures.ts'

export const startLeavingJobs = (platform: Parameters<typeof startExports>[0] & Services): Job[] => [
  platform.sharedJobs.start('erase accounts', minute, createErasures(platform)),
  startExports(platform),
  platform.sharedJobs.start('sweep exports', 10 * minute, sweepOf(platform, sweepExports)),
]
