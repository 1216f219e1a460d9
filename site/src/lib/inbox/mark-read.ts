/** Marks notifications as read while the link of one is followed. The request survives leaving the document. */
export function markRead(...ids: number[]): void {
  navigator.sendBeacon('/notifications?/read', new URLSearchParams({ id: ids.join(',') }))
}
