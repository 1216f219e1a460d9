/** Known calls that have no row yet, in the order of `knownCalls`. */
export const awaitedCalls: readonly string[] = [
  '/AbuseReport/InGameChatHandler.ashx',
  '/AbuseReport/InGameChat.aspx',
]
