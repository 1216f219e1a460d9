// /etc/baseplate/config.ts: your platform's configuration. Upgrades leave it alone. The import makes an editor complete
// the keys (docs/reference/configuration-keys.md).
import type { ConfigInput } from '/opt/baseplate/platform/src/config/schema.ts'

export default {
  Name: 'Baseplate',
  // Moderators and administrators sign in with a second factor.
  Security: { RequireSecondFactor: 4 },
  // Pictures of games and groups wait for a moderator before others see them.
  Moderation: { ReviewPictures: true },
  // Game servers ask the site who connects, and remove players whom it refuses.
  Players: { Verify: 'report' },
  TrustedProxies: ['127.0.0.1', '::1'],
  Backup: { Folder: '/var/backups/baseplate' },
} satisfies ConfigInput
