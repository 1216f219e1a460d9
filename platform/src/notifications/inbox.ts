/** Live inboxes: those who look at the site are told of what is new to them while they look. */
export interface Inbox {
  /**
   * Something in the user's inbox was changed, and committed. Only a hint: whoever follows the inbox then reads what
   * is new, so that one too many does no harm.
   */
  wake(userId: string): void
}

export function createInbox(): Inbox {
  return { wake() {} }
}
