import { english } from '@baseplate/texts/english'
import type { Arguments, MessageKey } from '@baseplate/texts/keys'
import type { Messages, Piece } from '@baseplate/texts/message'
import { formatDevice, readDeviceName } from '../sign-in/door.ts'

type EventOf<Key> = Key extends `inbox.${infer Event}` ? Event : never

/** An event that users are notified of: the key of its text, below `inbox` in the texts. */
export type NotificationEvent = EventOf<MessageKey>

/** An event with the arguments of its text. The sender is added when the text is formatted. */
export type Happening = {
  [Event in NotificationEvent]: {
    event: Event
    values: Omit<NonNullable<Arguments[`inbox.${Event}`]>, 'sender'>
  }
}[NotificationEvent]

interface Formatted {
  event: NotificationEvent
  values: Readonly<Record<string, string | number>>
  sender: string | null
}

/** Formats a notification with its sender as a separate piece. */
export function piecesOf(texts: Messages, { event, values, sender }: Formatted): Piece[] {
  const named = {
    ...values,
    ...('device' in values && {
      device: formatDevice(readDeviceName(String(values.device)), (key, parts) => texts.format(key, parts)),
    }),
    sender: sender ?? '',
  }
  return texts.formatPieces(`inbox.${event}`, named, ['sender'])
}

/** Formats a notification as one sentence. */
export const sentenceOf = (texts: Messages, notification: Formatted): string =>
  piecesOf(texts, notification)
    .map((piece) => (typeof piece === 'string' ? piece : piece.text))
    .join('')

/** Formats a notification as a sentence of a mail, with its full stop. */
export const statementOf = (texts: Messages, notification: Formatted): string =>
  sentenceOf(texts, notification).replace(/(?<![.!?…])$/, '.')

/** Formats a notification for programs: in English, without the sender as its subject. */
export const noteOf = (notification: Formatted): string =>
  piecesOf(english(), notification)
    .filter((piece) => typeof piece === 'string')
    .join('')
    .trim()
