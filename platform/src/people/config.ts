import { z } from 'zod'
import type { Configured } from '../foundation/config/schema.ts'
import { hourly, text } from '../foundation/config/values.ts'

const groups = z
  .strictObject({
    /** Groups that a user may be in, including own ones. */
    PerUser: z.int().min(1).max(10_000).default(100),
  })
  .prefault({})

const themes = z
  .array(
    z.strictObject({
      Name: text.max(40),
      File: text.regex(/^[a-z0-9-]+$/, 'use lower-case letters, digits and hyphens, without “.css”'),
    }),
  )
  .min(1)
  .default([
    { Name: 'Automatic', File: 'auto' },
    { Name: 'Light', File: 'light' },
    { Name: 'Dark', File: 'dark' },
    { Name: 'High contrast', File: 'high-contrast' },
  ])

/** Configuration keys of this domain, by group. */
export const peopleConfig = {
  Groups: groups,
  /** Themes that users choose from; the first is the default. */
  Themes: themes,
}

/** Keys of this domain in the group `Limits`. */
export const peopleLimits = {
  /** Groups joined. */
  GroupJoinsPerHour: hourly.default(60),
}

declare module '../foundation/config/schema.ts' {
  interface Config extends Configured<typeof peopleConfig> {}
  interface ConfiguredLimits extends Configured<typeof peopleLimits> {}
}
