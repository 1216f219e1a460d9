import { isIP } from 'node:net'
import { z } from 'zod'
import { withBoxes } from '../foundation/form-values.ts'
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

/** @param isOpen whether http is allowed: `Webhooks.AllowPrivateNetwork`. */
export function createWebhookInput(kind: WebhookKind, isOpen: boolean) {
  const url = invalid(isOpen ? 'webhooks.url_invalid_open' : 'webhooks.url_invalid')
  const chosen = eventsOf(kind)
  const events = invalid('webhooks.events_invalid', { events: chosen.join(', ') })
  const isChosen = (text: unknown) => chosen.some((type) => type === text)
  return withBoxes('events', chosen, {
    url: z
      .string(url)
      .trim()
      .refine((text) => isWebhookUrl(text, isOpen), url),
    events: z
      .string(events)
      .transform((text) => text.split(',').map((type) => type.trim()))
      .pipe(z.array(z.custom<ChosenEvent>(isChosen, events)))
      .refine((list) => new Set(list).size === list.length, events),
    format: z.custom<WebhookFormat>((text) => isWebhookFormat(String(text)), format).default('standard'),
  })
}

export const webhookIdInput = z.object({ id: z.string().max(30) })

export const deliveryInput = z.object({ id: z.string().max(30), delivery: z.string().max(40) })

/** `before` is `next` of the page before. */
export const logInput = webhookIdInput.extend({ before: z.string().optional() })
