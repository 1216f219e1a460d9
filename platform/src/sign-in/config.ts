import { isLoopback } from '@baseplate/service/network/address-group'
import { z } from 'zod'
import type { Configured } from '../foundation/config/schema.ts'
import { text } from '../foundation/config/values.ts'

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

/** Configuration keys of this domain, by group. */
export const signInConfig = {
  /** Second factors of staff, leaked passwords, and work during attacks: docs/operating/second-factors.md. */
  Security: security,
  /** Identity providers: docs/operating/identity-providers.md. */
  SignIn: signIn,
}

/** Keys of this domain in the group `Limits`. */
export const signInLimits = {
  /** Requests with each access token. */
  TokenRequestsPerMinute: z.int().min(20).max(1_000_000).default(600),
}

declare module '../foundation/config/schema.ts' {
  interface Config extends Configured<typeof signInConfig> {}
  interface ConfiguredLimits extends Configured<typeof signInLimits> {}
}
