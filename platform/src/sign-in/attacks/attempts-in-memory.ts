import type { Clock } from '@baseplate/service/clock'
import { createEventCounter } from '../attacks/event-counter.ts'
import { type AttemptBook, levelAfter, limits, type PasswordAttempt } from './attempt-book.ts'

/** Counts attempts of one process. */
export function createAttemptsInMemory(now: Clock): AttemptBook {
  const pairs = createEventCounter(limits.pair.windowMs, now)
  const addresses = createEventCounter(limits.address.windowMs, now)
  const accounts = createEventCounter(limits.account.windowMs, now)
  const running = new Map<string, { count: number; waiting: (() => void)[] }>()
  const pairOf = ({ account, address }: PasswordAttempt) => `${account} ${address}`

  const leave = (pair: string) => {
    const attempts = running.get(pair)
    if (!attempts) return
    attempts.count--
    if (attempts.count === 0) running.delete(pair)
    for (const wake of attempts.waiting.splice(0)) wake()
  }

  return {
    async start(attempt) {
      const { account, address, isKnown, pay } = attempt
      const pair = pairOf(attempt)
      const wrong = () => ({
        pair: pairs.count(pair),
        address: addresses.count(address),
        account: accounts.count(account),
      })
      const level = await levelAfter(wrong(), isKnown)
      if (level > 0) await pay(level)
      const attempts = running.get(pair) ?? { count: 0, waiting: [] }
      // Work pays for an attempt beyond the limit. Free attempts wait for each other's results.
      if (level === 0 && wrong().pair + attempts.count >= limits.pair.max) return undefined
      attempts.count++
      running.set(pair, attempts)
      return {
        async right() {
          pairs.forget(pair)
          leave(pair)
        },
        async wrong() {
          pairs.add(pair)
          addresses.add(address)
          accounts.add(account)
          leave(pair)
        },
        drop: async () => leave(pair),
      }
    },
    async waitForRoom(attempt) {
      const attempts = running.get(pairOf(attempt))
      if (attempts) await new Promise<void>((resolve) => attempts.waiting.push(resolve))
    },
  }
}
