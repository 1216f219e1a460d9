import { minute } from '@baseplate/service/clock'
import type { Door } from '../foundation/door.ts'
import type { Services } from '../foundation/services.ts'
import { sweepOf } from '../foundation/sweep-job.ts'
import { createErasures, type Erasing } from './deletion/erase-accounts.ts'
import { type Exporting, startExports } from './exports/make-exports.ts'
import { sweepExports } from './exports/sweep.ts'

export { deleteAccount } from './deletion/delete-account.ts'
export { keepAccount } from './deletion/keep-account.ts'
export { repeatErasures } from './deletion/repeat-erasures.ts'

type Needs = Services & Erasing & Exporting

export const door = {
  jobs: (platform: Needs) => [
    platform.sharedJobs.start('erase accounts', minute, createErasures(platform)),
    startExports(platform),
    platform.sharedJobs.start('sweep exports', 10 * minute, sweepOf(platform, sweepExports)),
  ],
} satisfies Door<Needs>
