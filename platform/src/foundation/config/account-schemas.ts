import { isLanguageTag } from '@baseplate/texts/language-tag'
import { z } from 'zod'
import { isLoopback } from '../address-group.ts'
import { senderOf } from '../mailbox.ts'
import { reservedName, staffNames } from './staff-names.ts'
import { port, text } from './values.ts'

export const registration = z
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

export const deletion = z
  .strictObject({
    /**
     * Days in which the owner of a deleted account can change their mind. Then it is erased. A deleted game is erased after
     * the same time.
     */
    WaitDays: z.int().min(0).max(365).default(14),
  })
  .prefault({})

export const usernames = z
  .strictObject({
    /** Days that a user waits between two changes of their name. 0: none. */
    ChangeDays: z.int().min(0).max(3650).default(7),
    /** Days for which an old name leads to its user's profile and nobody else can take it. */
    KeepDays: z.int().min(0).max(3650).default(90),
  })
  .prefault({})

export const security = z
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

export const signIn = z
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

export const email = z
  .strictObject({
    Host: text.max(253).optional(),
    Port: port.default(587),
    /** `StartTLS` requires encryption after the greeting (port 587), `TLS` from the start (465). */
    Security: z.enum(['StartTLS', 'TLS', 'None']).default('StartTLS'),
    /** User name at the mail server; unset: no sign-in. */
    User: text.optional(),
    /** Sender of mail: an address, or `Name <address>`. Required when `Host` is set. */
    From: text.refine(senderOf, { error: 'use an e-mail address, or `Name <address>`' }).optional(),
  })
  .refine(({ Host, From }) => Host === undefined || From !== undefined, {
    path: ['From'],
    error: 'required when `Email.Host` is set',
  })
  .prefault({})

const languageTag = text.refine((tag) => isLanguageTag(tag), {
  error: 'use a language tag such as `en` or `pt-BR`',
})

export const language = z
  .strictObject({
    /** Language for readers whose browser asks for none of the offered ones. */
    Default: languageTag.default('en'),
    /** Languages to choose from. Empty: all shipped languages, and the languages of `texts/` in the data directory. */
    Offered: z.array(languageTag).default([]),
  })
  .prefault({})

export const filtering = z
  .strictObject({
    /**
     * Whole words, in any letter case. Disguises are found too: full-width letters, invisible characters, accents, look-alikes,
     * digits for letters. Administrators add words at /admin/filter.
     */
    Words: z.array(z.string().trim().min(1).max(100)).max(10_000).default([]),
    /** Visible replacement. */
    ReplaceWith: z.string().max(40).regex(/\S/).default('#'),
    /** Whether each character is replaced, or the whole word at once. */
    ReplaceType: z.enum(['Character', 'Word']).default('Character'),
  })
  .prefault({})

const audience = z.enum(['Everybody', 'Friends', 'Nobody']).default('Everybody')

export const privacy = z
  .strictObject({
    /** Audience that sees when a user is online, and when they last were. */
    Online: audience,
    /** Audience that sees what a user plays. */
    Playing: audience,
    /** Audience that is offered to join a user's game. */
    Joinable: audience,
    /** Audience that may send a user friend requests. `Friends`: friends of the user's friends. */
    Requests: audience,
    /** Audience that may follow a user. */
    Follows: audience,
    /** Audience that may comment on a user's games and items, and on the walls of the user's groups. */
    Comments: audience,
    /** Audience that sees the items that a user wears. */
    Inventory: audience,
    /** Audience that sees a user's friends. */
    Friends: audience,
  })
  .prefault({})

const choice = z
  .strictObject({
    /** Whether these notifications are in the inbox. Decisions and reviews always are. */
    Site: z.boolean().default(true),
    /** Whether they are mailed, at once or once a day. */
    Mail: z.enum(['Off', 'AtOnce', 'Daily']).default('Off'),
    /** Whether they are pushed to browsers whose user has turned pushes on. */
    Push: z.boolean().default(true),
  })
  .prefault({})

export const notifications = z
  .strictObject({
    /** Friend requests and their acceptance. */
    Friends: choice,
    /** New followers. */
    Followers: choice,
    /** Invitations to parties. */
    Parties: choice,
    /** Comments and answers. */
    Comments: choice,
    /** Items that are sold. */
    Sales: choice,
    /** Currency that staff add. */
    Payments: choice,
    /** Reviews of items. */
    Review: choice,
    /** Decisions about content, reports and appeals. */
    Decisions: choice,
  })
  .prefault({})

export const quota = z
  .strictObject({
    /** Bytes per account; 0: no limit. */
    Bytes: z.int().min(0).default(1_000_000_000),
    /** Another quota for accounts of a level, `'1'` to `'5'`. */
    ByLevel: z.partialRecord(z.enum(['1', '2', '3', '4', '5']), z.int().min(0)).default({}),
  })
  .prefault({})
