import type { Clock } from '@baseplate/service/clock'
import { z } from 'zod'
import { type Sender, useCase } from '../../accounts/door.ts'
import type { Actor } from '../../accounts/rules.ts'
import type { Db } from '../../foundation/database.ts'
import { Refused } from '../../foundation/errors.ts'
import { sha256 } from '../../foundation/ids.ts'
import { formIdInput, invalid } from '../../foundation/input.ts'
import { deviceName, findFirstHash, listOpenSessions, parseDevice } from '../../sign-in/door.ts'
import { listBrowsers, saveSubscription } from './queries.ts'
import { isAuthSecret, isPublicKey, isPushEndpoint } from './rules.ts'

const unusable = invalid('notifications.push_unusable')

const subscriptionInput = z.object({
  endpoint: z.string().refine(isPushEndpoint, unusable),
  p256dh: z.string().refine(isPublicKey, unusable),
  auth: z.string().refine(isAuthSecret, unusable),
})

interface Subscribing {
  db: Db
  now: Clock
}

/** @throws InvalidFields */
export const subscribeBrowser = useCase(
  {
    summary:
      "Sends the actor's notifications to the browser of this session from now on, until the session ends.",
    scope: 'browser',
    input: subscriptionInput,
  },
  async (
    { db, now }: Subscribing,
    actor,
    { endpoint, p256dh, auth },
    { userAgent, sessionToken }: Sender,
  ): Promise<void> => {
    const device = deviceName(parseDevice(userAgent))
    await db.transaction().execute(async (trx) => {
      const session = await findFirstHash(trx, sha256(sessionToken))
      if (session === undefined) throw new Refused('accounts.gone')
      const id = sha256(endpoint)
      const subscription = { id, user_id: actor.id, session, device, endpoint, p256dh, auth }
      await saveSubscription(trx, { ...subscription, created: now() })
    })
  },
)

/** A browser that gets the user's notifications. */
export interface BrowserView {
  id: string
  device: string
  endpoint: string
  created: number
}

/** Lists the actor's browsers with a session, the newest first. The others get nothing any more. */
export async function viewBrowsers({ db, now }: Subscribing, actor: Actor): Promise<BrowserView[]> {
  const open = await listOpenSessions(db, actor.id, now())
  return (await listBrowsers(db, actor.id)).flatMap(({ session, ...browser }) =>
    open.has(session) ? [browser] : [],
  )
}

export const unsubscribeBrowser = useCase(
  {
    summary:
      "Removes one of the actor's browsers, which gets no more notifications. Does nothing if the actor has no such browser.",
    scope: 'browser',
    input: formIdInput,
  },
  async ({ db }: { db: Db }, actor, { id }): Promise<void> => {
    await db.deleteFrom('push_subscriptions').where('id', '=', id).where('user_id', '=', actor.id).execute()
  },
)
