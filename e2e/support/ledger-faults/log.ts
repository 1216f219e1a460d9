import type { LoggedEvent } from '@baseplate/economy/testing/history'

/** Returns the events of a ledger's text. */
export const eventsOf = (text: string): LoggedEvent[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const event = JSON.parse(line.slice(line.indexOf(' ')))
      return { ...event, Amount: BigInt(event.Amount) }
    })
