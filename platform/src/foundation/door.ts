import { hour, minute } from '@baseplate/service/clock'
import type { Db } from './database.ts'
import type { Exports } from './exports.ts'
import { createFileForms } from './file-forms.ts'
import { type Job, startJob } from './jobs.ts'
import type { Limit } from './limits.ts'
import type { Services } from './services.ts'

/**
 * A domain as the platform takes it. `Needs` are the parts of the running platform that its functions use. The platform also takes
 * the files `config.ts`, `refusals.ts` and `tables.ts` of the domain, which are read without its code.
 */
export interface Door<Needs> {
  /** Opens the parts that the domain adds to the running platform. */
  open?: (...below: never) => object
  /** Creates the rate limits of the domain, which are parts of the running platform too. */
  limits?: (services: Services) => Readonly<Record<string, Limit>>
  /** Starts the background jobs. */
  jobs?: (platform: Needs) => Pick<Job, 'stop'>[]
  /** Returns whether the erasure of a user has to wait for a later run. It may first prevent what it would wait for. */
  delayErasure?: (platform: Needs, userId: string) => Promise<boolean>
  /**
   * Erases a user from the domain's tables and files, in small transactions. A step that was already done does nothing. Therefore
   * an interrupted erasure can start over, and two processes can erase the same user at once.
   */
  erase?: (platform: Needs, userId: string) => Promise<void>
  /** Everything of a user that the domain has. */
  exports?: Exports<Needs>
}

/** Parts of the running platform that erasing content takes. */
export type Stores = Pick<Services, 'db' | 'files'>

/** A door of which others call only the functions in `Used`. */
export type Doorway<Needs, Used extends keyof Door<never>> = Pick<Door<Needs>, Used> & Omit<Door<never>, Used>

/** Rate limits of all doors in a list. */
export type LimitsOf<Doors extends readonly Door<never>[]> = Joined<
  Doors[number] extends infer Each
    ? Each extends { limits: (services: never) => infer Own }
      ? Own
      : never
    : never
>

/** Returns the intersection of the members of a union. */
type Joined<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** Deletes the records of the domains above about content, in the transaction that deletes the content. */
export type Forget = (trx: Db, ids: readonly (string | number)[]) => Promise<void>

/** The part of the running platform that a domain with content of these types needs, to delete it. */
export interface Forgetting<Type extends string> {
  forgetContent: Readonly<Record<Type, Forget>>
}

function startJobs(platform: Services): Job[] {
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

export const door = {
  open: () => ({ fileForms: createFileForms() }),
  jobs: startJobs,
} satisfies Door<Services>
