import { second } from '@baseplate/service/clock'
import type { Db } from '../../foundation/database.ts'
import {
  enqueueFollowUp,
  type FollowUpRow,
  listFollowUps,
  listFollowUpsOf,
} from '../../foundation/follow-ups.ts'
import type { SharedJobs } from '../../foundation/shared-jobs.ts'
import { followUpPriority } from '../../foundation/tables.ts'
import { type FollowingUp, runStep } from './follow-up-steps.ts'
import { type FollowUpStep, stepPriority } from './rules.ts'

/** Maximum number of steps per run of the job. A step that fails does not delay the others. */
const stepsPerRun = 100

/**
 * Carries out the work that follows a decision. Hidden content is neither shown, worn nor played from the commit on, so this work
 * may take its time. It resumes after a crash.
 */
export interface FollowUps {
  /** Runs the first part of a subject's urgent steps after the commit, and starts the job for the rest. */
  runNow(subject: string): Promise<void>
  /** Waits for the part under way. The next start resumes. */
  close(): Promise<void>
}

export function createFollowUps(platform: FollowingUp & { sharedJobs: SharedJobs }): FollowUps {
  const { db, log } = platform
  let closing = false

  /** Returns whether the step did something. */
  const attempt = async (row: FollowUpRow): Promise<boolean> => {
    try {
      return await runStep(platform, row)
    } catch (error) {
      const { subject, step } = row
      log.error({ subject, step, error: (error as Error).message }, 'a follow-up step failed')
      return false
    }
  }

  const job = platform.sharedJobs.start('follow up decisions', 10 * second, async (lost) => {
    let isDue = false
    for (const row of await listFollowUps(db, stepsPerRun)) {
      if (closing || lost.aborted) return
      if (await attempt(row)) isDue = true
    }
    if (isDue) job.runNow()
  })
  // Resumes the steps that the last stop or crash left.
  job.runNow()

  return {
    async runNow(subject) {
      try {
        for (const row of await listFollowUpsOf(db, subject))
          if (row.priority === followUpPriority.urgent) await attempt(row)
      } catch (error) {
        // The decision is committed and must not seem to have failed. The job goes on.
        log.warn({ subject, error: (error as Error).message }, 'follow-up steps are left to the job')
      }
      job.runNow()
    },
    close() {
      closing = true
      return job.stop()
    },
  }
}

/** Enqueues a step inside the transaction of a decision. */
export const enqueueStep = (db: Db, subject: string, step: FollowUpStep) =>
  enqueueFollowUp(db, { subject, step, priority: stepPriority[step] })
