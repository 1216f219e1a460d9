import { z } from 'zod'
import type { Configured } from '../foundation/config/schema.ts'

const moderation = z
  .strictObject({
    /** Whether icons and pictures of games, badges and groups wait at /admin/assets for approval, except those of level 3 and above. */
    ReviewPictures: z.boolean().default(false),
  })
  .prefault({})

/** Configuration keys of this domain, by group. */
export const moderationConfig = {
  /** Review before publication: docs/operating/moderation.md. */
  Moderation: moderation,
}

declare module '../foundation/config/schema.ts' {
  interface Config extends Configured<typeof moderationConfig> {}
}
