import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { regularEvents, regularUser, writeLedger } from '../ledger-file.ts'
import { type LedgerService, ledgerDirectory } from '../ledger-service.ts'
import type { Measurement } from '../measurement.ts'
import { versus } from '../versus.ts'

const megabyte = 1_000_000
const smallEvents = 1_000

/** Events for each account. */
const eventsPerAccount = 10

/**
 * The target of 12 s for 10,000,000 events was set when a plain replay of 1,000,000 took 0.90 s. This share expresses
 * it for machines of any speed.
 */
const shareOfPlainReplay = 12 / (10 * 0.9)

/** Measures how start time and memory grow with the ledger, and that the time of a history does not. */
export async function ledgerSize(largeEvents: number): Promise<Measurement[]> {
  const steps: Step[] = []
  let plainSeconds = 0
  for (let events = largeEvents / 100; events < largeEvents; events *= 10) {
    const data = await ledgerOf(events)
    const service = await data.start()
    steps.push(await stepOf(events, service))
    await service.stop()
    plainSeconds = await plainReplay(data.directory)
    await data.remove()
  }
  const [smallData, largeData] = [await ledgerOf(smallEvents), await ledgerOf(largeEvents)]
  const largeService = await largeData.start()
  steps.push(await stepOf(largeEvents, largeService))
  const smallService = await smallData.start()
  // Short turns that alternate, because the machine's speed drifts.
  const turn = { connections: 8, seconds: 4 }
  const history = await versus(
    { ...turn, url: `${largeService.url}/transactions/${regularUser}` },
    { ...turn, url: `${smallService.url}/transactions/${regularUser}` },
  )
  await Promise.all([largeService.stop(), smallService.stop()])
  await Promise.all([largeData.remove(), smallData.remove()])
  return [
    ...startMeasurements(steps, plainSeconds),
    {
      name: `GET /transactions/{id}, ${regularEvents} events of ${largeEvents.toLocaleString('en')}`,
      value: history.product.requestsPerSecond,
      unit: 'requests/s',
      against: 'of 1,000',
      peer: history.peer.requestsPerSecond,
      target: { atLeastShare: 1 / 1.3 },
    },
  ]
}

/** @param plainSeconds duration of a plain replay of a tenth of the largest ledger */
function startMeasurements(steps: readonly Step[], plainSeconds: number): Measurement[] {
  const [before, large] = steps.slice(-2)
  if (before === undefined || large === undefined) throw new Error('two sizes are needed to compare')
  return [
    ...steps.map((step) => ({
      name: `start with ${step.events.toLocaleString('en')} events`,
      value: step.startSeconds,
      unit: 's',
      against: `${(step.bytes / megabyte).toFixed(0)} MB resident`,
    })),
    {
      name: `start with ${large.events.toLocaleString('en')} events`,
      value: large.startSeconds,
      unit: 's',
      against: 'ten plain replays of a tenth',
      peer: plainSeconds * 10,
      target: { atMostShare: shareOfPlainReplay },
    },
    {
      name: 'the same, beside ten times the start with a tenth of it',
      value: large.startSeconds,
      unit: 's',
      against: 'linear',
      peer: before.startSeconds * 10,
    },
    {
      name: `resident with ${large.events.toLocaleString('en')} events, a tenth as many accounts`,
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
  ]
}

interface Step {
  events: number
  startSeconds: number
  bytes: number
}

async function stepOf(events: number, service: LedgerService): Promise<Step> {
  return { events, startSeconds: service.startSeconds, bytes: await service.residentBytes() }
}

function ledgerOf(events: number) {
  return ledgerDirectory((file) => writeLedger(file, { events, accounts: events / eventsPerAccount }))
}

/** Returns the duration of a plain replay in seconds. */
async function plainReplay(dataDirectory: string): Promise<number> {
  const program = join(import.meta.dirname, '../peers/plain-replay.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [
    program,
    join(dataDirectory, 'economy', 'ledger'),
  ])
  return Number(stdout)
}
