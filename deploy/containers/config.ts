// The configuration of the sites in containers (docs/reference/configuration-keys.md).
import type { ConfigInput } from '/opt/baseplate/platform/src/config/schema.ts'

export default {
  Name: 'Baseplate',
  // Moderators and administrators sign in with a second factor.
  Security: { RequireSecondFactor: 4 },
  // Pictures of games and groups wait for a moderator before others see them.
  Moderation: { ReviewPictures: true },
  // Game servers ask the site who connects, and remove players whom it refuses.
  Players: { Verify: 'report' },
  // Caddy, in the network `front` of compose.yaml and compose.small.yaml.
  TrustedProxies: ['172.30.77.0/24'],
  // A volume: copy the archives to another machine.
  Backup: { Folder: '/var/backups/baseplate' },
} satisfies ConfigInput
