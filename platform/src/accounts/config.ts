import { z } from 'zod'
import type { Configured } from '../foundation/config/schema.ts'
import { text } from '../foundation/config/values.ts'
import { reservedName, staffNames } from './names/staff-names.ts'

const registration = z
  .strictObject({
    Keys: z
      .strictObject({
        /** Whether registering takes a key, which administrators make at /admin/regkeys. */
        Enabled: z.boolean().default(false),
        /** Prefix of registration keys. Keys without it are invalid. */
        Prefix: text
          .max(40)
          .regex(/^[A-Za-z0-9_-]+$/)
          .default('baseplate-'),
      })
      .prefault({}),
    /** Whether accounts may have an email address, for the recovery of lost passwords. */
    Emails: z.boolean().default(false),
    /**
     * Actions that need a verified email address: `Posting` (posts and comments), `Buying` (items and looks), `Creating` (games,
     * items and groups). Empty: verification is optional. Needs `Emails` and `Email.Host`.
     */
    RequireVerifiedEmail: z.array(z.enum(['Posting', 'Buying', 'Creating'])).default([]),
    /** Accounts that one address may make in an hour without work. A site for this machine alone does not count them. */
    PerAddress: z.int().min(1).max(1_000_000).default(20),
    /**
     * Words that make a username look like staff. Usernames of new accounts cannot have them or the platform's name as a word,
     * even disguised with digits. The first account's can. `[]`: nothing is reserved.
     */
    ReservedNames: z.array(reservedName).max(1_000).default(staffNames),
    /** Usual maximum of new accounts per hour on the whole platform. Beyond it, registering takes work: docs/operating/attacks.md. */
    UsualPerHour: z.int().min(1).max(100_000_000).default(500),
  })
  .prefault({})

const usernames = z
  .strictObject({
    /** Days that a user waits between two changes of their name. 0: none. */
    ChangeDays: z.int().min(0).max(3650).default(7),
    /** Days for which an old name leads to its user's profile and nobody else can take it. */
    KeepDays: z.int().min(0).max(3650).default(90),
  })
  .prefault({})

const deletion = z
  .strictObject({
    /**
     * Days in which the owner of a deleted account can change their mind. Then it is erased. A deleted game is erased after
     * the same time.
     */
    WaitDays: z.int().min(0).max(365).default(14),
  })
  .prefault({})

const quota = z
  .strictObject({
    /** Bytes per account; 0: no limit. */
    Bytes: z.int().min(0).default(1_000_000_000),
    /** Another quota for accounts of a level, `'1'` to `'5'`. */
    ByLevel: z.partialRecord(z.enum(['1', '2', '3', '4', '5']), z.int().min(0)).default({}),
  })
  .prefault({})

/** Configuration keys of this domain, by group. */
export const accountsConfig = {
  Registration: registration,
  /** Changes of usernames. */
  Usernames: usernames,
  /** Accounts that their owners delete. */
  Deletion: deletion,
  /** Disk space for the files of one account: docs/reference/site-api.md#storage-quota. */
  Quota: quota,
}

declare module '../foundation/config/schema.ts' {
  interface Config extends Configured<typeof accountsConfig> {}
}
