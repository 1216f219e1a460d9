import type { EventType } from '@baseplate/platform/webhooks/door'
import type { DisabledReason, Failure } from '@baseplate/platform/webhooks/rules'
import type { PlainKey } from '@baseplate/texts/keys'
import { t } from '#lib/texts/t.ts'

/** Label of each type of event. */
export const eventLabels: Readonly<Record<EventType, PlainKey>> = {
  'place.published': 'webhooks.event.place_published',
  'place.deleted': 'webhooks.event.place_deleted',
  'place.server_failed': 'webhooks.event.place_server_failed',
  'data.erased': 'webhooks.event.data_erased',
  'item.sold': 'webhooks.event.item_sold',
  'comment.created': 'webhooks.event.comment_created',
  'user.registered': 'webhooks.event.user_registered',
  'report.created': 'webhooks.event.report_created',
  'moderation.decided': 'webhooks.event.moderation_decided',
  'webhook.test': 'webhooks.event.webhook_test',
}

/** Explanation of each type of event that users choose from. */
export const eventHelp: Readonly<Record<Exclude<EventType, 'webhook.test'>, PlainKey>> = {
  'place.published': 'webhooks.event.place_published_help',
  'place.deleted': 'webhooks.event.place_deleted_help',
  'place.server_failed': 'webhooks.event.place_server_failed_help',
  'data.erased': 'webhooks.event.data_erased_help',
  'item.sold': 'webhooks.event.item_sold_help',
  'comment.created': 'webhooks.event.comment_created_help',
  'user.registered': 'webhooks.event.user_registered_help',
  'report.created': 'webhooks.event.report_created_help',
  'moderation.decided': 'webhooks.event.moderation_decided_help',
}

export const failureTexts: Readonly<Record<Failure, PlainKey>> = {
  timeout: 'webhooks.failure.timeout',
  private: 'webhooks.failure.private',
  unreachable: 'webhooks.failure.unreachable',
  expired: 'webhooks.failure.expired',
  disabled: 'webhooks.failure.disabled',
}

export const disabledTexts: Readonly<Record<DisabledReason, PlainKey>> = {
  failing: 'webhooks.disabled.failing',
  gone: 'webhooks.disabled.gone',
}

/** Returns the texts for a new signing secret. */
export const secretTexts = () => ({
  title: t('webhooks.secret.title'),
  about: t('webhooks.secret.about'),
  label: t('webhooks.secret.label'),
  copy: t('webhooks.secret.copy'),
  copied: t('webhooks.secret.copied'),
})
