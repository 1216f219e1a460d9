import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { openUseCase } from '../../accounts/door.ts'
import type { Config } from '../../foundation/config/schema.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { findOrMakeInstallationSecret } from '../../installation/door.ts'
import { linkInput } from '../../sign-in/door.ts'
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

/** @throws Refused `missing`: the link is forged. */
export const viewUnsubscribing = openUseCase(
  {
    summary:
      'Shows what the link in a mail switches off. Reading changes nothing, because mail scanners open every link.',
    scope: 'browser',
    input: linkInput,
  },
  async (
    { unsubscribeLinks }: Unsubscribing,
    _visitor,
    { token },
  ): Promise<{ kinds: readonly NotificationKind[] }> => {
    const { kinds } = await requireLink(unsubscribeLinks, token)
    return { kinds }
  },
)

/** The link of a deleted account does nothing. @throws Refused `missing`: the link is forged. */
export const unsubscribe = openUseCase(
  {
    summary:
      'Switches off mail of the kinds that the link names. Repeating it changes nothing. Mailbox providers send this request for their users, without a session (RFC 8058).',
    scope: 'browser',
    input: linkInput,
  },
  async ({ db, unsubscribeLinks }: Unsubscribing, _visitor, { token }): Promise<void> => {
    const { userId, kinds } = await requireLink(unsubscribeLinks, token)
    await db.transaction().execute(async (trx) => {
      const user = await trx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
      if (!user) return
      for (const kind of kinds) await saveChoice(trx, userId, kind, { mail: 'Off' })
    })
  },
)

async function requireLink(links: UnsubscribeLinks, token: string) {
  const found = await links.read(token)
  if (!found) throw new Refused('notifications.unsubscribe_link_unknown')
  return found
}
