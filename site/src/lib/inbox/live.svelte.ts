import type { InboxState, NotificationView } from '@baseplate/platform/notifications/queries'
import { showToast } from '#lib/components/toasts.svelte.ts'
import { openEventLine } from '#lib/live/event-line.ts'
import { shareLine } from '#lib/live/share-line.ts'
import { markRead } from './mark-read.ts'
import { isBehind, type Message, type Position } from './message.ts'

/** Notifications within this time share a toast. */
const gatherMs = 150

/** Maximum number of separate toasts; more notifications are shown as a number. */
const toldOneByOne = 2

/** The newest state that this tab has received. It starts out older than any page. */
const heard = $state({ unread: 0, last: -1, version: -1 })

/** Counts the changes of the inbox that this tab has received. */
export const inboxVersion = (): number => heard.version

/** Returns the unread count of the page or of the stream, whichever is newer. */
export const unreadOf = (page: InboxState): number =>
  heard.version > page.version ? heard.unread : page.unread

/** Follows a user's inbox from the state of the page. Returns a function that stops it. */
export function followInbox(userId: string, inbox: InboxState): () => void {
  Object.assign(heard, inbox)
  const news = gatherNews()
  const line = shareLine<Message, Position>({
    name: `inbox of ${userId}`,
    open: (after, hear) =>
      openEventLine(() => `/notifications/stream?user=${userId}&after=${Math.min(after.last, heard.last)}`, {
        notification: (said) => hear({ type: 'notification', notification: said as NotificationView }),
        unread: (said) => hear({ type: 'unread', ...(said as Omit<InboxState, 'last'>) }),
      }),
    position: () => ({ last: heard.last, version: heard.version }),
    isBehind,
    hear(message: Message) {
      if (message.type === 'unread') {
        if (message.version > heard.version) {
          heard.unread = message.unread
          heard.version = message.version
        }
      } else if (message.notification.id > heard.last) {
        heard.last = message.notification.id
        if (!message.notification.read) news.add(message.notification)
      }
    },
  })
  return () => {
    line.close()
    news.stop()
  }
}

/** Shows toasts in the visible tab only. All tabs show the count on the bell. */
function gatherNews() {
  let gathered: NotificationView[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const tell = () => {
    timer = undefined
    const arrived = gathered
    gathered = []
    if (document.visibilityState === 'hidden') return
    if (arrived.length > toldOneByOne) {
      showToast(`${arrived.length} new notifications`, { tone: 'news', href: '/notifications' })
      return
    }
    for (const { id, sender, note, link } of arrived) {
      const onopen = () => markRead(id)
      showToast(sender ? `${sender} ${note}` : note, { tone: 'news', href: link, onopen })
    }
  }

  return {
    add(notification: NotificationView) {
      gathered.push(notification)
      timer ??= setTimeout(tell, gatherMs)
    },
    stop: () => clearTimeout(timer),
  }
}
