/** Marks a notification as read while the browser goes to what it is about, even when that leaves this document. */
export function markRead(id: number): void {
  navigator.sendBeacon('/notifications?/read', new URLSearchParams({ id: String(id) }))
}
