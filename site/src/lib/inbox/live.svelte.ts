import type { InboxState, NotificationView, Topic } from '@baseplate/platform/notifications/door'
import { showToast } from '#lib/components/toasts.svelte.ts'
import { openEventStream } from '#lib/live/event-stream.ts'
import { shareConnection } from '#lib/live/share-connection.ts'
import { t } from '#lib/texts/t.ts'
import { markRead } from './mark-read.ts'

/** A notification with its text in the reader's language. */
type StreamedNotification = NotificationView & { sentence: string }

/** An event of the inbox stream, which tabs also forward to each other. */
type Message =
  | { type: 'notification'; notification: StreamedNotification }
  | { type: 'unread'; unread: number; version: number }
  | { type: 'changed'; topic: Topic }
  | { type: 'signed out' }

/** Position in the stream: the id of the last notification, and the version of the inbox state. */
interface Position {
  last: number
  version: number
}

const isBehind = (one: Position, other: Position): boolean =>
  one.last < other.last || one.version < other.version

/** Notifications within this time are shown together. */
const gatherMs = 150

/** Maximum number of separate toasts; more notifications are shown as a number. */
const maxSeparateToasts = 2

/** The newest state that this tab has received. It starts out older than any page. */
const received = $state({ unread: 0, last: -1, version: -1 })

/** The newest notification that has arrived while this page was open. */
let newest = $state.raw<NotificationView>()

/** Returns the newest notification that has arrived. */
export const newestNotification = (): NotificationView | undefined => newest

const changes = $state<Record<Topic, number>>({ party: 0 })

/** Returns how many changes of a topic, such as the viewer's party, the stream has reported. */
export const changesOf = (topic: Topic): number => changes[topic]

/** Returns the newest version of the inbox that this tab has received. */
export const inboxVersion = (): number => received.version

/** Returns the unread count of the page or of the stream, whichever is newer. */
export const unreadOf = (page: InboxState): number =>
  received.version > page.version ? received.unread : page.unread

/** Follows a user's inbox from the state of the page. Returns a function that stops it. */
export function followInbox(userId: string, inbox: InboxState): () => void {
  Object.assign(received, inbox)
  const news = gatherNews()
  const connection = shareConnection<Message, Position>({
    name: `inbox of ${userId}`,
    open: (after, receive) =>
      openEventStream(
        () => `/notifications/stream?user=${userId}&after=${Math.min(after.last, received.last)}`,
        {
          notification: (data) =>
            receive({ type: 'notification', notification: data as StreamedNotification }),
          unread: (data) => receive({ type: 'unread', ...(data as Omit<InboxState, 'last'>) }),
          changed: (data) => receive({ type: 'changed', ...(data as { topic: Topic }) }),
        },
        async () => {
          const isOver = await hasSessionEnded()
          if (isOver) receive({ type: 'signed out' })
          return isOver
        },
      ),
    position: () => ({ last: received.last, version: received.version }),
    isBehind,
    receive(message: Message) {
      if (message.type === 'signed out') {
        showToast(t('frame.signed_out'), { tone: 'news', href: location.pathname + location.search })
      } else if (message.type === 'changed') {
        changes[message.topic] += 1
      } else if (message.type === 'unread') {
        if (message.version > received.version) {
          received.unread = message.unread
          received.version = message.version
        }
      } else if (message.notification.id > received.last) {
        received.last = message.notification.id
        newest = message.notification
        if (!message.notification.read && !isOnPage(message.notification)) news.add(message.notification)
      }
    },
  })
  return () => {
    connection.close()
    news.stop()
  }
}

/** Returns whether the session has ended elsewhere. A stream does not say why the server has closed it. */
async function hasSessionEnded(): Promise<boolean> {
  // Without a session, the server redirects to the sign-in page.
  const response = await fetch('/playing', { redirect: 'manual' }).catch(() => undefined)
  return response?.type === 'opaqueredirect'
}

/** Returns whether a security notice is about the visible page, whose form has already confirmed the change. */
const isOnPage = ({ type, link }: StreamedNotification): boolean =>
  type === 'security' && link === location.pathname

/** Shows toasts in the visible tab only. All tabs show the count on the bell. */
function gatherNews() {
  let gathered: StreamedNotification[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const showArrived = () => {
    timer = undefined
    const arrived = gathered
    gathered = []
    if (document.visibilityState === 'hidden') return
    if (arrived.length > maxSeparateToasts) {
      showToast(t('frame.bell_toast', { count: arrived.length }), { tone: 'news', href: '/notifications' })
      return
    }
    for (const { id, sentence, link } of arrived) {
      const onopen = () => markRead(id)
      showToast(sentence, { tone: 'news', href: link, onopen })
    }
  }

  return {
    add(notification: StreamedNotification) {
      gathered.push(notification)
      timer ??= setTimeout(showArrived, gatherMs)
    },
    stop: () => clearTimeout(timer),
  }
}
