import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'

/** Lets one token send all requests of a measurement. */
export default {
  Limits: { TokenRequestsPerMinute: 1_000_000 },
  Renderer: { Workers: 0 },
} satisfies ConfigInput
