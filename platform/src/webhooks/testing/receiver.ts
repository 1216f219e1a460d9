import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Actor } from '../../accounts/rules.ts'
import type { ConfigInput } from '../../config/schema.ts'
import { registerPerson } from '../../testing/people.ts'
import { type DatabaseKind, openTestPlatform } from '../../testing/platforms.ts'
import { startWebServer } from '../../testing/web-server.ts'
import { enqueueEvent } from '../enqueue.ts'
import { createWebhook } from '../manage-webhooks.ts'
import type { WebhookKind } from '../rules.ts'
import { sendWebhooks } from '../sending/send.ts'
import { viewDeliveries } from '../view.ts'

/** A request that a receiver got. */
export interface Received {
  path: string
  id: string
  body: { type: string; timestamp: string; data: Record<string, unknown> }
  /** Known secrets that have signed it. */
  signedBy: string[]
}

type Respond = (response: ServerResponse, received: Received) => void

/** Starts a receiver of webhooks on this machine, which verifies signatures as the specification describes. */
export async function startReceiver() {
  const received: Received[] = []
  const secrets: string[] = []
  let respond: Respond = (response) => response.writeHead(204).end()
  const { url } = await startWebServer(async (request, response) => {
    const raw = await text(request)
    const header = (name: string) => String(request.headers[`webhook-${name}`])
    const signatures = header('signature').split(' ')
    const isBy = (secret: string) => {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
      const signed = `${header('id')}.${header('timestamp')}.${raw}`
      return signatures.includes(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    }
    const one = {
      path: request.url ?? '',
      id: header('id'),
      body: JSON.parse(raw) as Received['body'],
      signedBy: secrets.filter(isBy),
    }
    received.push(one)
    respond(response, one)
  })
  return {
    url,
    received,
    secrets,
    types: () => received.map(({ body }) => body.type),
    respond(how: Respond | number, headers: Record<string, string> = {}) {
      respond = typeof how === 'number' ? (response) => response.writeHead(how, headers).end('Sorry') : how
    },
  }
}

const never = new AbortController().signal

/** Starts a platform with a receiver, an administrator and a maker. Deliveries are sent only by `send`. */
export async function startSending(kind: DatabaseKind, config: ConfigInput = {}) {
  const platform = await openTestPlatform(kind, { Webhooks: { AllowPrivateNetwork: true }, ...config })
  await platform.webhookSending.stop()
  Object.assign(platform.webhookSending, { runNow() {} })
  const receiver = await startReceiver()
  const founder = await registerPerson(platform, 'Founder')
  const maker = await registerPerson(platform, 'Maker')
  const add = async (
    actor: Actor,
    events: string,
    more: { path?: string; format?: string; of?: WebhookKind },
  ) => {
    const { path = '/', of = 'own', ...format } = more
    const made = await createWebhook[of](platform, actor, { url: receiver.url + path, events, ...format })
    receiver.secrets.push(made.secret)
    return made
  }
  const log = async (actor: Actor, id: string, of: WebhookKind = 'own') =>
    (await viewDeliveries[of](platform, actor, { id })).deliveries
  /** Publishes a version of a place. */
  const publish = (place: number, version: number, ownerId = maker.id) =>
    enqueueEvent(
      platform.db,
      {
        type: 'place.published',
        ownerId,
        subject: `place:${place}`,
        link: `/place/${place}/Race`,
        data: () => ({ place: { id: place, name: 'Race' }, version, publisher: maker }),
      },
      platform.now(),
    )
  return { platform, receiver, founder, maker, add, log, publish, send: () => sendWebhooks(platform, never) }
}
