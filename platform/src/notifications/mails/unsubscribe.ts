import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../database.ts'
import type { Config } from '../../foundation/config/schema.ts'
import { Refused } from '../../foundation/errors.ts'
import { findOrMakeInstallationSecret } from '../../foundation/installation-secrets.ts'
import { saveChoice } from '../settings/queries.ts'
import { type NotificationKind, notificationKinds } from '../settings/rules.ts'

/** Signs the links that switch off mail of some kinds. */
export interface UnsubscribeLinks {
  make(userId: string, kinds: readonly NotificationKind[]): Promise<string>
  /** Returns the user and the kinds of mail that a link is for. Undefined: it is forged. */
  read(token: string): Promise<{ userId: string; kinds: readonly NotificationKind[] } | undefined>
}

const keyBytes = 32

export function createUnsubscribeLinks(parts: {
  db: Db
  config: Pick<Config, 'dataDirectory' | 'baseUrl'>
}): UnsubscribeLinks {
  let key: Promise<string> | undefined
  const sign = async (signed: string) => {
    key ??= findOrMakeInstallationSecret(parts, 'unsubscribe', () =>
      randomBytes(keyBytes).toString('base64url'),
    ).catch((error: unknown) => {
      key = undefined
      throw error
    })
    return createHmac('sha256', Buffer.from(await key, 'base64url'))
      .update(signed)
      .digest()
  }
  return {
    async make(userId, kinds) {
      const signed = `${userId}.${kinds.join('-')}`
      return `${parts.config.baseUrl}/unsubscribe/${signed}.${(await sign(signed)).toString('base64url')}`
    },
    async read(token) {
      const end = token.lastIndexOf('.')
      const signature = Buffer.from(token.slice(end + 1), 'base64url')
      const expected = await sign(token.slice(0, Math.max(end, 0)))
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined
      const [userId = '', list = ''] = token.slice(0, end).split('.')
      const named = new Set(list.split('-'))
      return { userId, kinds: notificationKinds.filter((kind) => named.has(kind)) }
    },
  }
}

interface Unsubscribing {
  db: Db
  unsubscribeLinks: UnsubscribeLinks
}

/**
 * Returns the kinds of mail that a link switches off.
 *
 * @throws Refused `missing`: the link is forged.
 */
export async function viewUnsubscribing(
  { unsubscribeLinks }: Unsubscribing,
  token: string,
): Promise<readonly NotificationKind[]> {
  const found = await unsubscribeLinks.read(token)
  if (!found) throw new Refused('notifications.unsubscribe_link_unknown')
  return found.kinds
}

/**
 * Switches off mail of the kinds that a link names. A used link does the same again. The link of a deleted account does nothing.
 *
 * @throws Refused `missing`: the link is forged.
 */
export async function unsubscribe(platform: Unsubscribing, token: string): Promise<void> {
  const found = await platform.unsubscribeLinks.read(token)
  if (!found) throw new Refused('notifications.unsubscribe_link_unknown')
  const { userId, kinds } = found
  await platform.db.transaction().execute(async (trx) => {
    const user = await trx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
    if (!user) return
    for (const kind of kinds) await saveChoice(trx, userId, kind, { mail: 'Off' })
  })
}
