import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { regularEvents, regularUser } from '../ledger-file.ts'
import { ledgerDirectory } from '../ledgers.ts'
import { rates, versus } from '../load.ts'
import { figure, type Measurement } from '../measurement.ts'

const run = promisify(execFile)
const plainReplay = join(import.meta.dirname, '../plain-replay.ts')

const smallEvents = 1_000

/** The size that the limit of memory is for. */
const limitedEvents = 10_000_000

/**
 * The target of 12 s for 10,000,000 events was set when a plain replay of 1,000,000 took 0.90 s. This share expresses
 * it for machines of any speed.
 */
const shareOfPlainReplay = 12 / (10 * 0.9)

/** Measures how start time and memory grow with the ledger, and that the time of a history does not. */
export async function ledgerSize(events: number): Promise<Measurement[]> {
  const before = await tenth(events / 10)
  const of = events.toLocaleString('en')
  await using large = await ledgerOf(events)
  await using small = await ledgerOf(smallEvents)
  await using service = await large.start()
  const bytes = await service.residentBytes()
  await using smallService = await small.start()
  // Short turns that alternate, because the machine's speed drifts.
  const turn = { connections: 8, seconds: 4 }
  const history = await versus(
    { ...turn, url: `${service.url}/transactions/${regularUser}` },
    { ...turn, url: `${smallService.url}/transactions/${regularUser}` },
  )
  return [
    figure(`start with ${of} events`, service.startSeconds, 's', 'ten plain replays of a tenth', {
      peer: before.plainSeconds * 10,
      target: { atMostShare: shareOfPlainReplay },
    }),
    figure('the same, beside ten times the start with a tenth of it', service.startSeconds, 's', 'linear', {
      peer: before.startSeconds * 10,
    }),
    figure(`resident with ${of} events, a tenth as many accounts`, bytes / 1e6, 'MB', 'limit', {
      ...(events === limitedEvents && { target: { atMost: 600 } }),
    }),
    figure(
      'one more event, with a tenth of an account',
      (bytes - before.bytes) / (events * 0.9),
      'bytes',
      '',
    ),
    rates(`GET /transactions/{id}, ${regularEvents} events of ${of}`, history, 'of 1,000', 1 / 1.3),
  ]
}

const ledgerOf = (events: number) => ledgerDirectory({ events, accounts: events / 10 })

/** Measures a smaller ledger, also by a plain replay. */
async function tenth(events: number) {
  await using data = await ledgerOf(events)
  await using service = await data.start()
  const { startSeconds } = service
  const bytes = await service.residentBytes()
  const { stdout } = await run(process.execPath, [plainReplay, data.file])
  return { startSeconds, bytes, plainSeconds: Number(stdout) }
}
