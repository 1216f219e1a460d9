import { Refused } from '../../foundation/errors.ts'
import { parseValue } from '../entries/input.ts'
import { isName } from '../rules.ts'
import { maxMessageBytes, maxTopics } from './rules.ts'

/** Parses the topic of a message. @throws Refused `invalid` */
export function parseTopic(topic: string): string {
  if (!isName(topic)) throw new Refused('data.topic_invalid')
  return topic
}

/** Parses the topics of a stream. @throws Refused `invalid` */
export function parseTopics(written: readonly string[]): ReadonlySet<string> {
  const topics = new Set(written.map(parseTopic))
  if (topics.size === 0 || topics.size > maxTopics)
    throw new Refused('data.topics_invalid', { max: maxTopics })
  return topics
}

/** Checks that bytes are a JSON text, which is sent on as it is. @throws Refused `invalid`; `oversize` */
export const parseMessage = (bytes: Uint8Array): string => parseValue(bytes, maxMessageBytes)

/** Parses the id of the message after which a stream continues. Undefined or empty: none. @throws Refused `invalid` */
export function parseMessageId(text: string | undefined): number | undefined {
  if (!text) return undefined
  if (!/^\d{1,16}$/.test(text)) throw new Refused('input.request_invalid')
  return Number(text)
}
