import { day, hour, minute, second } from '@baseplate/service/clock'
import { type ChosenEvent, platformEvents, userEvents } from './events.ts'

/** Webhooks per user, and of the platform. */
export const maxWebhooks = 10

export const maxUrlLength = 2_000

/** How the body of a delivery is written. `discord`: a message that chat services display. */
export const webhookFormats = ['standard', 'discord'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** Webhooks of one user, or those of the platform. */
export type WebhookKind = 'own' | 'platform'

/** `failing`: it failed for three days. `gone`: it answered 410. */
export type DisabledReason = 'failing' | 'gone'

/** Why a request got no response, or a delivery no request. `expired`: it waited too long. `disabled`: its webhook was disabled. */
export const failures = ['timeout', 'private', 'unreachable', 'expired', 'disabled'] as const
export type Failure = (typeof failures)[number]

export const eventsOf = (kind: WebhookKind): readonly ChosenEvent[] =>
  kind === 'platform' ? platformEvents : userEvents

export const isWebhookFormat = (text: string): text is WebhookFormat =>
  (webhookFormats as readonly string[]).includes(text)

/** The old secret signs for this long after a rotation, so that receivers have time to replace it. */
export const oldSecretLifetime = day

/** A delivery is retried for this long. */
export const deliveryLifetime = day

/** A webhook is disabled when all of its requests have failed for this long. */
const failingLimit = 3 * day

export const hasFailedTooLong = (failingSince: number | null, now: number): boolean =>
  failingSince !== null && now - failingSince >= failingLimit

/** Time for which finished deliveries stay in the log. */
export const logLifetime = 7 * day

/** Maximum number of deliveries in the log of one webhook. */
export const maxLogged = 1_000

/** Longest start of a response that the log keeps, in characters. */
export const maxResponseStart = 500

/** Delays of the first retries of a delivery. */
const retriesAfter = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute]

/** Longest delay of an attempt, and of a webhook's rest. */
export const longestRetry = hour

/** Returns the delay of the next attempt of a delivery. A receiver may ask for a longer one. */
export const retryDelay = (attempts: number, retryAfterSeconds: number): number =>
  Math.max(retriesAfter[attempts - 1] ?? longestRetry, Math.min(retryAfterSeconds * second, longestRetry))

/** Delays after which a failing webhook is tried again, with whichever delivery is due. They grow with its failures in a row. */
const restsAfter = [5 * second, 15 * second, minute]

export const restAfter = (failuresInARow: number): number => restsAfter[failuresInARow - 1] ?? 5 * minute

/** Consequence of a response. Redirects are failures, because they could lead to other addresses. */
export type Outcome = 'delivered' | 'retry' | 'gone'

export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'delivered'
  return status === 410 ? 'gone' : 'retry'
}
