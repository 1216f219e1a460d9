// /etc/baseplate/config.ts: your platform's configuration, which upgrades leave alone. The import only tells an editor
// which keys there are.
import type { ConfigInput } from '/opt/baseplate/platform/src/foundation/config/schema.ts'

export default {
  Name: 'Baseplate',
  TrustedProxies: ['127.0.0.1', '::1'],
  Backup: { Folder: '/var/backups/baseplate' },
} satisfies ConfigInput
