import type { ConfigInput } from '@baseplate/platform/foundation/config/schema'

/**
 * Your platform's configuration, read when it starts. Every key may be left out; an editor completes and explains them.
 * Secrets and what differs from machine to machine come from the environment: see docs/operating/configuration.md.
 */
export default {
  Name: 'Baseplate',
  Gameservers: {
    Hosting: 'Both',
  },
} satisfies ConfigInput
