import { isIP } from 'node:net'
import { z } from 'zod'
import { invalid } from '../foundation/input.ts'
import type { ChosenEvent } from './events.ts'
import { eventsOf, isWebhookFormat, maxUrlLength, type WebhookFormat, type WebhookKind } from './rules.ts'

const format = invalid('webhooks.format_invalid')

/**
 * Whether the text is an address that a webhook may have. Connections check the IP address that its name resolves to.
 *
 * @param isOpen whether http is allowed as well: `Webhooks.AllowPrivateNetwork`.
 */
function isWebhookUrl(text: string, isOpen: boolean): boolean {
  if (text.length > maxUrlLength || !URL.canParse(text)) return false
  const { protocol, username, password, hostname } = new URL(text)
  if (username !== '' || password !== '') return false
  if (isOpen) return protocol === 'https:' || protocol === 'http:'
  return protocol === 'https:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0
}

/**
 * Programs name the events in one field. The form of the page has a box for each.
 *
 * @param isOpen whether http is allowed: `Webhooks.AllowPrivateNetwork`.
 */
export function createWebhookInput(kind: WebhookKind, isOpen: boolean) {
  const url = invalid(isOpen ? 'webhooks.url_invalid_open' : 'webhooks.url_invalid')
  const known = eventsOf(kind)
  const events = invalid('webhooks.events_invalid', { events: known.join(', ') })
  const chosen = z
    .array(z.custom<ChosenEvent>((text) => known.some((type) => type === text), events))
    .refine((list) => list.length > 0 && new Set(list).size === list.length, events)
  const boxes = Object.fromEntries(known.map((type) => [type, z.string().optional()]))
  return z
    .object({
      ...boxes,
      url: z
        .string(url)
        .trim()
        .refine((text) => isWebhookUrl(text, isOpen), url),
      events: z.string(events).optional(),
      format: z.custom<WebhookFormat>((text) => isWebhookFormat(String(text)), format).default('standard'),
    })
    .transform(({ events: named, ...fields }: Chosen) => ({
      url: fields.url,
      format: fields.format,
      events: named?.split(',').map((type) => type.trim()) ?? known.filter((type) => fields[type] === 'true'),
    }))
    .pipe(z.object({ url: z.string(), format: z.custom<WebhookFormat>(), events: chosen }))
}

type Chosen = { url: string; events?: string | undefined; format: WebhookFormat } & {
  [box in ChosenEvent]?: string | undefined
}

export const webhookIdInput = z.object({ id: z.string().max(30) })

export const deliveryInput = z.object({ id: z.string().max(30), delivery: z.string().max(40) })

/** `before` is `next` of the page before. */
export const logInput = webhookIdInput.extend({ before: z.string().optional() })
