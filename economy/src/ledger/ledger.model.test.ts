import type { FileHandle } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../../tools/cases.ts'
import type { LedgerEvent } from '../../contract.ts'
import { type Disk, failing } from '../testing/failing-disk.ts'
import { Model, type Remembered, type Step, users } from '../testing/model.ts'
import { fastLedger, quietly, submitted } from '../testing/service.ts'
import { type AimedStep, aim, aimedStep, clockStepMs, mintsWith } from '../testing/steps.ts'
import type { Outcome } from './batch.ts'
import { openLedger } from './file/open.ts'
import { writeSnapshot } from './file/snapshot/write.ts'
import type { Book } from './index/book.ts'
import type { Ledger } from './ledger.ts'

interface TestedBatch {
  steps: readonly AimedStep[]
  /** Steps that arrive while the batch is being written. */
  later: readonly AimedStep[]
  clock: number
  disk: Disk
  laterDisk: Disk
  /**
   * Whether the ledger is closed and opened before the batch. Decisions then depend on what it has read: all events, or a snapshot
   * written now or earlier and the events after it.
   */
  restarts: 'no' | 'from all events' | 'from a snapshot' | 'from a new snapshot'
}

const quietBatch = { later: [], clock: 0, disk: 'works', laterDisk: 'works', restarts: 'no' } as const

/** Batches before the random ones: none, money for each user, or two stipends for each while the clock goes back. */
const openings: TestedBatch[][] = [
  [],
  [{ ...quietBatch, steps: mintsWith('n') }],
  [
    { ...quietBatch, steps: mintsWith('Stipend') },
    { ...quietBatch, steps: mintsWith('Stipend'), clock: -1 },
  ],
]

const disks = fc.constantFrom<Disk[]>('works', 'works', 'works', 'fails', 'fails twice')

const batches: fc.Arbitrary<TestedBatch[]> = fc.array(
  fc.record({
    steps: fc.array(aimedStep, { minLength: 1, maxLength: 8 }),
    later: fc.array(aimedStep, { maxLength: 4 }),
    clock: clockStepMs,
    disk: disks,
    laterDisk: disks,
    restarts: fc.oneof(
      { weight: 8, arbitrary: fc.constant('no' as const) },
      {
        weight: 2,
        arbitrary: fc.constantFrom('from all events', 'from a snapshot', 'from a new snapshot'),
      },
    ),
  }),
  { maxLength: 6 },
)

const sequences = fc
  .tuple(fc.constantFrom(...openings), batches)
  .map(([opening, random]) => [...opening, ...random])

test('matches a simple model for any steps, batches, clock, disk failures and restarts', async () => {
  const ledgerFile = fastLedger()
  let runs = 0
  await fc.assert(
    fc.asyncProperty(sequences, (sequence) => expectModelOf(sequence, `${ledgerFile}-${runs++}`)),
    { numRuns: cases(125, 500) },
  )
})

/** Runs batches on a new ledger file, and expects the results of the model. */
async function expectModelOf(sequence: readonly TestedBatch[], path: string): Promise<void> {
  let now = 1_700_000_000_000
  const disks: Disk[] = []
  let mayWrite = Promise.resolve()
  const logFile = (file: FileHandle) => failing(file, () => mayWrite.then(() => disks.shift() ?? 'works'))
  const open = (fromSnapshot = false) =>
    openLedger(path, { ...quietly, now: () => now, logFile, fromSnapshot })
  let opened = await open()
  let model = new Model()
  const expectModel = async () => {
    expect(opened.events).toBe(model.events.length)
    await expectSame(opened.book, model)
  }
  try {
    for (const batch of sequence) {
      now += batch.clock
      if (batch.restarts !== 'no') {
        await opened.close()
        const { bytes } = opened.ledger.state
        if (batch.restarts === 'from a new snapshot') await writeSnapshot({ ledgerFile: path, bytes })
        opened = await open(batch.restarts !== 'from all events')
        expect(opened.unusedSnapshot).toBeUndefined()
        await expectModel()
      }
      const { promise, resolve: write } = Promise.withResolvers<void>()
      mayWrite = promise
      model = await expectOutcomes(opened.ledger, batch, { model, now, disks, write })
      await expectSame(opened.book, model)
    }
    await opened.close()
    opened = await open(true)
    await expectModel()
  } finally {
    await opened.close()
  }
}

/** Submits a batch, and more while it is being written. Returns the model of the events that were written. */
async function expectOutcomes(
  ledger: Ledger,
  batch: TestedBatch,
  { model, now, disks, write }: { model: Model; now: number; disks: Disk[]; write: () => void },
): Promise<Model> {
  const submitAll = (steps: readonly Step[]) => Promise.all(steps.map((each) => submitted(ledger, each)))
  const tried = model.copy()
  const { steps, expected } = decided(batch.steps, tried, now)
  const outcomes = submitAll(steps)
  // From now on, the batch is being written.
  await new Promise(setImmediate)
  const laterSteps = batch.later.map((each) => aim(each, tried))
  const laterOutcomes = submitAll(laterSteps)

  const isLost = loses(batch.disk, { model, tried, disks })
  const kept = isLost ? model : tried
  const triedLater = kept.copy()
  const laterExpected = laterSteps.map((step) => triedLater.submit(step, now))
  const isLaterLost = loses(batch.laterDisk, { model: kept, tried: triedLater, disks })
  write()
  const unlessLost = (texts: string[], lost: boolean) => (lost ? texts.map(() => 'not written') : texts)
  expect((await outcomes).map(textOf)).toEqual(unlessLost(expected, isLost))
  expect((await laterOutcomes).map(textOf)).toEqual(unlessLost(laterExpected, isLaterLost))
  return isLaterLost ? kept : triedLater
}

/** Determines how the next write ends, if there is anything to write. Returns whether it fails. */
function loses(disk: Disk, { model, tried, disks }: { model: Model; tried: Model; disks: Disk[] }): boolean {
  if (tried.events.length === model.events.length) return false
  disks.push(disk)
  return disk !== 'works'
}

/** Submits a batch to the model. Returns the steps for the real ledger, and the model's decisions. */
function decided(aimed: readonly AimedStep[], model: Model, now: number) {
  const steps: Step[] = []
  const expected: string[] = []
  for (const each of aimed) {
    const step = aim(each, model)
    steps.push(step)
    expected.push(model.submit(step, now))
  }
  return { steps, expected }
}

async function expectSame(book: Book, model: Model): Promise<void> {
  for (const name of users) {
    expect(book.balance(name)).toBe(model.balance(name))
    expect(book.lastStipend(name)).toBe(model.stipends.get(name) ?? 0)
    const history = await book.recent(name, undefined)
    const remembered = model.events.filter(({ from, to }) => from === name || to === name)
    expect(history?.map(rememberedOf)).toEqual(remembered.toReversed())
  }
}

function rememberedOf(event: LedgerEvent): Remembered {
  return {
    type: event.Type,
    from: event.Type === 'Mint' ? undefined : event.From,
    to: event.Type === 'Burn' ? undefined : event.To,
    amount: event.Amount,
  }
}

function textOf(outcome: Outcome): string {
  return typeof outcome === 'object' && 'refused' in outcome ? outcome.refused : String(outcome)
}
