import type { Clock } from '@baseplate/service/clock'
import type { Logger } from '@baseplate/service/log'
import type { GroupCommit } from '@baseplate/storage/database/group-commit'
import type { Signals } from '@baseplate/storage/database/signals'
import type { Files } from '@baseplate/storage/files'
import type { Catalogues } from '@baseplate/texts/catalogues'
import type { BrandingReader } from './branding.ts'
import type { Config } from './config/schema.ts'
import type { Database, Db } from './database.ts'
import type { LimitCounts } from './limit-counts.ts'
import type { Mailer } from './mail.ts'
import type { SharedJobs } from './shared-jobs.ts'
import type { SharedFilter, TextFilter } from './text-filter.ts'

/** Services that every domain builds on. */
export interface Services {
  config: Config
  log: Logger
  /** The database's time where several processes may share it. */
  now: Clock
  /** Milliseconds since some moment, by a clock that nobody sets. It measures ages within this process. */
  elapsed: Clock
  /** The time for what cannot be undone, which no clock that is set hastens. */
  confirmedTime: () => Promise<number>
  db: Db
  groupCommit: GroupCommit<Database>
  limitCounts: LimitCounts
  signals: Signals
  sharedJobs: SharedJobs
  files: Files
  /** Replaces the words that the configuration and administrators forbid. */
  filterText: TextFilter
  textFilter: SharedFilter
  /** The texts of pages and mail in every offered language. */
  texts: Catalogues
  /** The platform's name, logo, accent and links. */
  branding: BrandingReader
  /** Absent without `Email.Host`. */
  mailer: Mailer | undefined
}
