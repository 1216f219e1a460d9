import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Cut, recordCuts } from '@baseplate/platform/testing/power-cut'
import { expect, test } from 'vitest'
import { quietly, submitted, temporaryLedger } from '../../testing/service.ts'
import { markMoved, movedPath } from './moved.ts'
import { type OpenOptions, openLedger } from './open.ts'
import { writeSnapshot } from './snapshot/write.ts'

const mint = (amount: bigint) => ({ proposal: { Type: 'Mint', To: 'a', Amount: amount, Note: 'n' } as const })

const line = (id: string, amount: number) =>
  `Mint {"Id":"${id}","Time":1,"To":"a","Amount":${amount},"Note":"x"}\n`

const isLock = (name: string) => name.endsWith('.lock') || name.includes('.lock-')

/** Opens a ledger without a snapshot, which another thread would write. */
const open = (path: string, more: Partial<OpenOptions> = {}) =>
  openLedger(path, { ...quietly, snapshotEvents: 1_000_000, ...more })

/** Writes each state into a folder, and calls back with the path of the ledger in it. */
async function afterEach<T>(
  cuts: readonly Cut<T>[],
  look: (path: string, cut: Cut<T>) => Promise<void> | void,
  folder = 'economy',
) {
  expect(cuts.length).toBeGreaterThan(2)
  for (const cut of cuts) {
    const path = temporaryLedger()
    cut.writeTo(dirname(path))
    try {
      await look(join(dirname(path), folder, 'ledger'), cut)
    } catch (error) {
      throw new Error(`promised ${cut.promised}, ${cut.kept} kept: ${(error as Error).message}`, {
        cause: error,
      })
    }
  }
}

/** Returns a folder for a ledger that does not exist yet. */
const emptyFolder = () => dirname(temporaryLedger())

/** Returns the path of a ledger that is on disk. */
function storedLedger(content: string): { root: string; path: string } {
  const root = emptyFolder()
  mkdirSync(join(root, 'economy'))
  const path = join(root, 'economy', 'ledger')
  writeFileSync(path, content)
  return { root, path }
}

async function balanceAt(path: string): Promise<bigint> {
  const { book, close } = await open(path)
  const balance = book.balance('a')
  await close()
  return balance
}

test('a power cut loses no accepted event, from the first one of a new ledger on', async () => {
  const root = emptyFolder()
  const folder = join('data', 'economy')
  const path = join(root, folder, 'ledger')
  const cuts = await recordCuts<bigint>(
    root,
    async (promise) => {
      for (const amounts of [[1n, 2n], [4n]]) {
        const { ledger, close } = await open(path)
        for (const amount of amounts) {
          expect(await submitted(ledger, mint(amount))).toBe('accepted')
          promise(amount)
        }
        await close()
      }
    },
    isLock,
  )
  const look = async (restored: string, { promised }: Cut<bigint>) => {
    const sum = promised.reduce((all, amount) => all + amount, 0n)
    expect(await balanceAt(restored)).toBeGreaterThanOrEqual(sum)
  }
  await afterEach(cuts, look, folder)
})

test('a power cut loses no event that a start has read', async () => {
  const { root, path } = storedLedger(line('one', 1))
  const cuts = await recordCuts<bigint>(
    root,
    async (promise) => {
      // A process was killed before its write was synced.
      appendFileSync(path, line('two', 2))
      const { book, close } = await open(path)
      promise(book.balance('a'))
      await close()
    },
    isLock,
  )
  await afterEach(cuts, async (restored, { promised }) => {
    expect(await balanceAt(restored)).toBeGreaterThanOrEqual(promised[0] ?? 1n)
  })
})

test('a power cut does not bring back an event whose append has failed', async () => {
  const { root, path } = storedLedger(line('one', 1))
  const cuts = await recordCuts<string>(
    root,
    async (promise) => {
      let isBroken = true
      const { ledger, close } = await open(path, {
        logFile: (file) =>
          ({
            write: async (...args: Parameters<typeof file.write>) => {
              const written = await file.write(...args)
              if (isBroken) throw new Error('EIO')
              return written
            },
            datasync: () => file.datasync(),
            truncate: (size: number) => file.truncate(size),
          }) as typeof file,
      })
      expect(await submitted(ledger, mint(2n))).toBe('not written')
      promise('not written')
      isBroken = false
      expect(await submitted(ledger, mint(4n))).toBe('accepted')
      await close()
    },
    isLock,
  )
  await afterEach(cuts, async (restored, { promised }) => {
    const balance = await balanceAt(restored)
    if (promised.length > 0) expect([1n, 5n]).toContain(balance)
  })
})

test('a power cut loses no byte of a torn line, which is in the ledger or in its own file', async () => {
  const torn = line('two', 2).slice(0, -9)
  const { root, path } = storedLedger(line('one', 1) + torn)
  const cuts = await recordCuts(root, async () => (await open(path)).close(), isLock)
  await afterEach(cuts, async (restored) => {
    const folder = dirname(restored)
    const files = readdirSync(folder).filter((name) => name.includes('torn'))
    const saved = files.map((name) => readFileSync(join(folder, name), 'utf8'))
    const isThere = readFileSync(restored, 'utf8').endsWith(torn) || saved.includes(torn)
    expect(isThere).toBe(true)
    expect(await balanceAt(restored)).toBe(1n)
  })
})

test('a power cut leaves the earlier snapshot or the later one, and the lines that it covers', async () => {
  const lines = Array.from({ length: 4 }, (_, index) => line(`${index}`, 1))
  const { root, path } = storedLedger(lines.slice(0, 2).join(''))
  const sizeOf = (count: number) => lines.slice(0, count).join('').length
  expect(await writeSnapshot({ ledgerFile: path, bytes: sizeOf(2) })).toBe(2)
  const cuts = await recordCuts<number>(
    root,
    async (promise) => {
      // The copy of a log is written without being synced.
      appendFileSync(path, lines.slice(2).join(''))
      promise(await writeSnapshot({ ledgerFile: path, bytes: sizeOf(4) }))
    },
    isLock,
  )
  await afterEach(cuts, async (restored) => {
    const { eventsOfSnapshot, unusedSnapshot, close } = await open(restored)
    await close()
    expect(unusedSnapshot).toBeUndefined()
    expect(eventsOfSnapshot).toBeGreaterThanOrEqual(2)
  })
})

test('a power cut keeps the mark of a ledger that has moved', async () => {
  const { root, path } = storedLedger(line('one', 1))
  const cuts = await recordCuts<string>(root, async (promise) => {
    await markMoved(path)
    promise('moved')
  })
  await afterEach(cuts, (restored, { promised }) => {
    if (promised.length > 0) expect(existsSync(movedPath(restored))).toBe(true)
  })
})
