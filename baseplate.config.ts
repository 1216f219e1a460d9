import type { ConfigInput } from '@baseplate/platform/config/schema'

/**
 * Your platform's configuration, read at the start. Every key is optional; an editor completes and explains them.
 * Secrets and values of one machine come from the environment: docs/reference/environment.md.
 */
export default {
  Name: 'Baseplate',
  Gameservers: {
    Hosting: 'Both',
  },
  // Game servers ask the site who connects, and remove players whom it refuses. Turn this on before strangers play.
  // Players: { Verify: 'report' },
  // Icons and pictures of games and groups wait for a moderator, as items do. Turn this on before strangers register.
  // Moderation: { ReviewPictures: true },
} satisfies ConfigInput
