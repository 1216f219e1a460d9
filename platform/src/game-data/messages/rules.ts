import { minute } from '@baseplate/service/clock'

/** Bytes of a message. */
export const maxMessageBytes = 1_024

/** Topics of a stream. */
export const maxTopics = 20

/** Messages are kept this long. */
export const messageLifetime = minute

/** A message between the servers of a world. */
export interface ServerMessage {
  id: number
  topic: string
  /** JSON, as it was sent. */
  body: string
}

/**
 * Returns the id of the message after the newest one. Ids are microseconds, so those of messages that were removed are smaller.
 *
 * @param newest id of the newest message that is kept; 0: none
 */
export const messageIdAfter = (newest: number, now: number): number => Math.max(newest + 1, now * 1_000)

/**
 * Returns the id after which a stream begins. Ids that the world does not have yet come from before a backup was restored.
 *
 * @param newest id of the newest message of the world
 * @param after id that the reader has. Undefined: none, so it gets messages from now on
 */
export const beginAfter = (newest: number, after: number | undefined): number =>
  Math.min(after ?? newest, newest)
