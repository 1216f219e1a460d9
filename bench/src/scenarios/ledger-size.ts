import type { Figure } from '../figure.ts'
import { regularEvents, regularUser, writeLedger } from '../ledger-file.ts'
import { ledgerDirectory } from '../ledger-service.ts'
import { load, type Measured } from '../load.ts'

const megabyte = 1_000_000
const smallEvents = 1_000
const largeEvents = 10_000_000

/** Events for each account. */
const eventsPerAccount = 10

/** What the size of the ledger costs: the start, memory, and the time of a history, which must not depend on it. */
export async function ledgerSize(): Promise<Figure[]> {
  const small = await measure(smallEvents)
  const steps = []
  for (let events = largeEvents / 100; events <= largeEvents; events *= 10) steps.push(await measure(events))
  const large = steps.at(-1) ?? small
  const before = steps.at(-2) ?? small
  return [
    ...steps.map((step) => ({
      name: `start with ${step.events.toLocaleString('en')} events`,
      value: step.startSeconds,
      unit: 's',
      against: `${(step.bytes / megabyte).toFixed(0)} MB resident`,
      ...(step === large && { target: { atMost: 12 } }),
    })),
    {
      name: 'the same, beside ten times the start with a tenth of it',
      value: large.startSeconds,
      unit: 's',
      against: 'linear',
      peer: before.startSeconds * 10,
    },
    {
      name: 'resident with 10,000,000 events, 1,000,000 accounts',
      value: large.bytes / megabyte,
      unit: 'MB',
      against: '',
      target: { atMost: 600 },
    },
    {
      name: 'one more event, with a tenth of an account',
      value: (large.bytes - before.bytes) / (large.events - before.events),
      unit: 'bytes',
      against: '',
    },
    {
      name: `GET /transactions/{id}, ${regularEvents} events of 10,000,000`,
      value: large.history.requestsPerSecond,
      unit: 'requests/s',
      against: 'of 1,000',
      peer: small.history.requestsPerSecond,
      target: { atLeastShare: 1 / 1.3 },
    },
  ]
}

interface Step {
  events: number
  startSeconds: number
  bytes: number
  history: Measured
}

async function measure(events: number): Promise<Step> {
  const accounts = events / eventsPerAccount
  const data = await ledgerDirectory((file) => writeLedger(file, { events, accounts }))
  const service = await data.start()
  try {
    const bytes = await service.residentBytes()
    const url = `${service.url}/transactions/${regularUser}`
    await load({ url, connections: 8, seconds: 2 })
    const history = await load({ url, connections: 8, seconds: 4 })
    if (history.errors > 0) throw new Error(`${history.errors} requests failed under load`)
    return { events, startSeconds: service.startSeconds, bytes, history }
  } finally {
    await service.stop()
    await data.remove()
  }
}
