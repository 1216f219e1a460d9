import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordCuts } from '@baseplate/platform/testing/power-cut'
import { expect, onTestFinished, test } from 'vitest'
import { markMoved, movedPath } from '../ledger/file/moved.ts'
import { MemoryStore } from '../testing/memory-store.ts'
import { sharedLedger } from '../testing/shared-ledger.ts'
import { LedgerCopy } from './copy.ts'
import { copyLedger, importLedger } from './transfer.ts'

const quick = { mayBeAlone: true, onProgress: () => undefined, onCaughtUp: () => undefined }

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'economy-cut-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a power cut after a copy from PostgreSQL loses nothing of it, and does not bring back the mark of the move', async () => {
  const url = await sharedLedger()
  const imported = join(emptyFolder(), 'ledger')
  const lines = 'Mint {"To":"a","Amount":1}\n'.repeat(3)
  writeFileSync(imported, lines)
  await importLedger(join(emptyFolder(), 'ledger'), { ...quick, url, path: imported, follow: false })

  const root = emptyFolder()
  const path = join(root, 'economy', 'ledger')
  const cuts = await recordCuts<string>(
    root,
    async (promise) => {
      await copyLedger({ ...quick, url, path, follow: false })
      promise('copied')
      // The mark of an earlier move in the other direction.
      await markMoved(path)
      await copyLedger({ ...quick, url, path, follow: true })
      promise('moved')
    },
    (name) => name.includes('.lock'),
  )
  for (const { promised, kept, writeTo } of cuts) {
    const folder = emptyFolder()
    writeTo(folder)
    const restored = join(folder, 'economy', 'ledger')
    if (promised.length > 0) expect(readFileSync(restored, 'utf8'), `${kept} kept`).toBe(lines)
    if (promised.length > 1) expect(existsSync(movedPath(restored)), `${kept} kept`).toBe(false)
  }
})

test('a power cut loses no line that a restored database does not have', async () => {
  const line = (id: string) => `Mint {"Id":"${id}","Time":1,"To":"a","Amount":1,"Note":"x"}\n`
  const root = emptyFolder()
  const path = join(root, 'ledger')
  const lines = line('one') + line('two')
  writeFileSync(path, lines)
  const cuts = await recordCuts<string>(root, async () => {
    const options = { fromSnapshot: true, mayCut: 'anything', onUnsaved: () => undefined } as const
    const copy = await LedgerCopy.open(path, new MemoryStore([]), {
      ...options,
      onDiscarded: () => undefined,
    })
    await copy.close()
  })
  expect(cuts.length).toBeGreaterThan(2)
  for (const { kept, writeTo } of cuts) {
    const folder = emptyFolder()
    writeTo(folder)
    const files = readdirSync(folder).filter((name) => name === 'ledger' || name.startsWith('ledger.cut-'))
    const contents = files.map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(contents, `${kept} kept`).toContain(lines)
  }
})
