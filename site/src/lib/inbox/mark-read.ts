/** Marks a notification as read while its link is followed. The request survives leaving the document. */
export function markRead(id: number): void {
  navigator.sendBeacon('/notifications?/read', new URLSearchParams({ id: String(id) }))
}
