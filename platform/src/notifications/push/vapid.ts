import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { senderOf } from '../../foundation/mailbox.ts'
import { findOrMakeInstallationSecret } from '../../installation/door.ts'

/** How this installation identifies itself to push services (RFC 8292). */
export interface VapidKeys {
  publicKey: string
  privateKey: string
  /** An address at which a push service reaches the operator. */
  subject: string
}

/** Returns a function that reads the keys. Its first use in an installation makes them. */
export function createVapidKeys(parts: {
  db: Db
  config: Pick<Config, 'dataDirectory' | 'baseUrl' | 'Email'>
}): () => Promise<VapidKeys> {
  const { baseUrl, Email } = parts.config
  const subject = baseUrl.startsWith('https:')
    ? baseUrl
    : `mailto:${senderOf(Email.From ?? '')?.address ?? `no-reply@${new URL(baseUrl).hostname}`}`
  let keys: Promise<VapidKeys> | undefined
  const read = async () => {
    const { default: webPush } = await import('web-push')
    const stored = await findOrMakeInstallationSecret(parts, 'vapid', () =>
      JSON.stringify(webPush.generateVAPIDKeys()),
    )
    const { publicKey, privateKey } = JSON.parse(stored) as Omit<VapidKeys, 'subject'>
    return { publicKey, privateKey, subject }
  }
  return () => {
    keys ??= read().catch((error: unknown) => {
      keys = undefined
      throw error
    })
    return keys
  }
}
