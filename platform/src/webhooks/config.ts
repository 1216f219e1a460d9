import { z } from 'zod'
import type { Configured } from '../foundation/config/schema.ts'

const webhooks = z
  .strictObject({
    /** Whether webhooks may use http and private addresses. Meant for an intranet whose makers are all trusted. */
    AllowPrivateNetwork: z.boolean().default(false),
  })
  .prefault({})

/** Configuration keys of this domain, by group. */
export const webhooksConfig = {
  /** Events that are sent to other programs: docs/reference/webhooks.md. */
  Webhooks: webhooks,
}

declare module '../foundation/config/schema.ts' {
  interface Config extends Configured<typeof webhooksConfig> {}
}
