import type { Catalogue } from '@baseplate/texts/catalogue'
import { formatServerFailure } from '@baseplate/texts/server-failure'
import { actionTexts } from '../../accounts/door.ts'
import type { EventData, EventType } from '../events.ts'
import type { WebhookFormat } from '../rules.ts'
import type { ClaimedDelivery } from './queries.ts'

export interface Writing {
  format: WebhookFormat
  baseUrl: string
  /** Name of the platform. */
  siteName: string
  /** Symbol of the currency. */
  currency: string
  texts: Catalogue
}

type Delivered = Pick<ClaimedDelivery, 'type' | 'created' | 'link' | 'data'>

/** Writes the body of a delivery. */
export function bodyOf(delivery: Delivered, writing: Writing): string {
  const data = JSON.parse(delivery.data) as object
  const timestamp = new Date(delivery.created).toISOString()
  const url = writing.baseUrl + delivery.link
  return JSON.stringify(
    writing.format === 'discord'
      ? discordMessage({ type: delivery.type, data, timestamp, url }, writing)
      : { type: delivery.type, timestamp, data: { ...data, url } },
  )
}

interface DiscordEvent {
  type: EventType
  data: object
  timestamp: string
  url: string
}

/** Limit of Discord, in characters: https://docs.discord.com/developers/resources/message#embed-object. */
const maxTitle = 256
/** In characters. Discord takes 4,096. */
const maxDescription = 1_000

/** Writes a message with one embed. It mentions nobody, even if users' texts contain mentions. */
function discordMessage({ type, data, timestamp, url }: DiscordEvent, writing: Writing): object {
  const { title, description } = textOf(type, data, writing)
  const embed = {
    title: escapeMarkdown(title).slice(0, maxTitle),
    ...(description && { description: escapeMarkdown(description).slice(0, maxDescription) }),
    url,
    timestamp,
    footer: { text: writing.siteName },
  }
  return { embeds: [embed], allowed_mentions: { parse: [] } }
}

const escapeMarkdown = (text: string): string => text.replaceAll(/[\\*_~`|<>#[\]()@:-]/g, '\\$&')

interface EventText {
  title: string
  description?: string
}

type Formatter<Type extends EventType> = (data: EventData[Type], writing: Writing) => EventText

const formatters: { [Type in EventType]: Formatter<Type> } = {
  'place.published': ({ place, version, publisher }, { texts }) => ({
    title: texts.format('webhooks.message.place_published', {
      place: place.name,
      version,
      publisher: publisher.username,
    }),
  }),
  'place.deleted': ({ place }, { texts }) => ({
    title: texts.format('webhooks.message.place_deleted', { place: place.name }),
  }),
  'place.server_failed': ({ place, reason }, { texts }) => ({
    title: texts.format('webhooks.message.place_server_failed', { place: place.name }),
    ...(reason && {
      description: texts.format('webhooks.message.place_server_failed_reason', {
        reason: formatServerFailure(reason, texts),
      }),
    }),
  }),
  'data.erased': ({ place, player, entries }, { texts }) => ({
    title: texts.format('webhooks.message.data_erased', {
      place: place.name,
      player: String(player),
      entries,
    }),
  }),
  'item.sold': ({ item, buyer, price }, { texts, currency }) => ({
    title: texts.format('webhooks.message.item_sold', {
      item: item.name,
      buyer: buyer.username,
      currency,
      price: Number(price),
    }),
  }),
  'comment.created': ({ author, comment, on }, { texts }) => ({
    title: texts.format('webhooks.message.comment_created', { author: author.username, on }),
    description: comment.content,
  }),
  'user.registered': ({ user }, { texts }) => ({
    title: texts.format('webhooks.message.user_registered', { user: user.username }),
  }),
  'report.created': ({ report, reporter }, { texts }) => ({
    title: texts.format('webhooks.message.report_created', {
      title: report.title,
      reporter: reporter.username,
    }),
  }),
  'moderation.decided': ({ action, name, reason, moderator }, { texts }) => ({
    title: texts.format('webhooks.message.moderation_decided', {
      moderator: moderator.username,
      action: texts.format(actionTexts[action]),
      name,
    }),
    description: reason,
  }),
  'webhook.test': (_, { texts }) => ({ title: texts.format('webhooks.message.webhook_test') }),
}

const textOf = <Type extends EventType>(type: Type, data: object, writing: Writing): EventText =>
  (formatters[type] as Formatter<Type>)(data as EventData[Type], writing)
