import { z } from 'zod'
import { isLoopback } from '../foundation/address-group.ts'
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

const security = z
  .strictObject({
    /**
     * Permission level, 1 to 5, from which accounts need a second factor. Without one, they can only set one up. 0: no account
     * needs one. The configurations for installations have 4: moderators and administrators.
     */
    RequireSecondFactor: z.int().min(0).max(5).default(0),
    /**
     * Absolute path of a geolocation database in the MaxMind format (`.mmdb`), such as GeoLite2 City. Users then see the city and
     * the country of each of their sessions. Unset: they see neither.
     */
    PlaceDatabase: text.optional(),
    /**
     * Absolute path of a list of leaked passwords, which new passwords must not be in. It has the format of Have I Been Pwned: a
     * file sorted by SHA-1 hash, or a folder of ranges (docs/operating/attacks.md#leaked-passwords). Unset: no list.
     */
    LeakedPasswords: text.regex(/^\//, 'use an absolute path').optional(),
    /**
     * Usual maximum of wrong passwords in 15 minutes on the whole platform. Beyond it, signing in from a new address takes work:
     * docs/operating/attacks.md.
     */
    UsualWrongPasswords: z.int().min(1).max(100_000_000).default(1_000),
    /** Average number of hashes in the easiest work. A desktop's processor takes a second for a thousand. */
    WorkHashes: z.int().min(1).max(1_000_000).default(1_000),
  })
  .prefault({})

/** https, or http on the machine itself. */
const isIssuer = (address: string) =>
  URL.canParse(address) &&
  (new URL(address).protocol === 'https:' ||
    isLoopback(new URL(address).hostname.replace(/^localhost$/, '127.0.0.1')))

const provider = z.strictObject({
  /** Its name in addresses such as /login/example/callback, and in the variable with its secret. */
  Id: text
    .max(30)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'use lower-case letters, digits and hyphens')
    .refine((id) => id !== 'identity' && !id.endsWith('-file'), 'use another name'),
  /** Its name for users. */
  Name: text.max(40),
  /** Its issuer address, as in its metadata. A missing or further slash at the end makes no difference. */
  Issuer: text.refine(isIssuer, 'use an https address'),
  /** The client id that it gave this site. */
  ClientId: text.max(500),
})

/** Returns a check that no two providers have the same value. */
const distinct = (key: 'Id' | 'Issuer') => (providers: z.output<typeof provider>[]) =>
  new Set(providers.map((one) => one[key].replace(/\/+$/, ''))).size === providers.length

const signIn = z
  .strictObject({
    /** OpenID Connect providers that users may sign in with. */
    Providers: z
      .array(provider)
      .max(10)
      .refine(distinct('Id'), 'use each `Id` once')
      .refine(distinct('Issuer'), 'use each `Issuer` once')
      .default([]),
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

/** Groups of keys of the configuration. */
export const accountsConfig = {
  Registration: registration,
  /** Changes of usernames. */
  Usernames: usernames,
  /** Accounts that their owners delete. */
  Deletion: deletion,
  /** Second factors of staff, leaked passwords, and work during attacks: docs/operating/second-factors.md. */
  Security: security,
  /** Identity providers: docs/operating/identity-providers.md. */
  SignIn: signIn,
  /** Disk space for the files of one account: docs/reference/site-api.md#storage-quota. */
  Quota: quota,
}

declare module '../foundation/config/schema.ts' {
  interface Config extends Configured<typeof accountsConfig> {}
}
