import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** Returns a new secret, as the Standard Webhooks specification writes it: 192 random bits. */
export const newSigningSecret = (): string => prefix + randomBytes(24).toString('base64')

interface Signed {
  id: string
  /** Unix seconds. */
  timestamp: number
  body: string
}

/** Signs a delivery. Receivers compare the signature with their own: docs/reference/webhooks.md#verify-deliveries. */
export const signatureOf = (secret: string, { id, timestamp, body }: Signed): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`
